#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/operators/step.h"
#include "graph/typing/typed_graph.h"

namespace tiramisu::graph {

/// A graph as calls of functions on pieces of memory.
struct lowered_graph {
    std::vector<step> steps; ///< in the order in which they run
    /// Sizes in elements of all memory that steps name: of inputs, outputs and constants under
    /// their names, of what lies between.
    std::map<std::string, std::int64_t> sizes;
    std::map<std::string, primitive_t> types; ///< of memory whose elements are no floats
    std::map<std::string, tensor> constants;  ///< that steps read as they are
    int reorders = 0;                         ///< of these steps

    primitive_t type_of(const std::string &memory) const {
        const auto found = types.find(memory);
        return found == types.end() ? p_float32 : found->second;
    }
};

/// Throws unsupported_error with all that cannot be steps.
lowered_graph lower_graph(const typed_graph &graph, int lanes, source_place where);

} // namespace tiramisu::graph
