#pragma once

#include <map>
#include <set>
#include <string>

#include "graph/typing/typed_graph.h"
#include "tiramisu/nn/layout.h"

namespace tiramisu::graph {

/// Nodes of single elements that become one loop nest with the node that reads them.
class element_groups {
public:
    /// `layouts`: of values that are not plain. Those of a group lie alike.
    element_groups(const typed_graph &graph, const std::map<std::string, nn::layout> &layouts);

    /// Whether it is computed where its only reader is.
    bool is_inside_of_reader(const node_pointer &one) const { return inside_.count(one) != 0; }
    /// The node that makes a value inside of its reader; null if it comes from memory.
    node_pointer inside(const std::string &value) const;
    /// Why a value that one node of single elements makes and another one reads lies in memory;
    /// empty: it does not.
    std::string why_apart(const std::string &value) const;

private:
    std::set<node_pointer> inside_;
    std::map<std::string, node_pointer> makers_;
    std::map<std::string, std::string> apart_;
};

} // namespace tiramisu::graph
