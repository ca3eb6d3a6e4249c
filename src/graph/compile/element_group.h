#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/compile/element_groups.h"
#include "tiramisu/expr.h"

namespace tiramisu::graph {

/// Nodes of single elements that are one loop nest: what they read, and the result in the language.
struct element_group {
    std::vector<std::string> operands; ///< values
    std::string text;                  ///< equal texts compute the same of their operands
    std::function<expr(const std::vector<expr> &)> value;
};

/// The group that ends with this node.
element_group group_of(const typed_graph &graph, const element_groups &groups,
                       const node_pointer &last);

} // namespace tiramisu::graph
