#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graph/compile/lowered_graph.h"

namespace tiramisu::graph {

/// Something that takes memory from one step to another.
struct live_range {
    std::string value;
    std::int64_t size = 0; ///< in elements
    std::size_t first = 0; ///< step that writes it
    std::size_t last = 0;  ///< last step that reads or writes it
    primitive_t type = p_float32;
};

/// Where values lie in one piece of memory. Those that live at the same time lie apart.
struct memory_plan {
    std::map<std::string, std::int64_t> places; ///< in elements, 16 of them at a time
    std::int64_t size = 0;                      ///< of the piece, in elements
    std::int64_t least = 0;                     ///< that live at one time: no plan needs less
};

/// Of what steps make that is no output.
std::vector<live_range> live_ranges(const lowered_graph &graph,
                                    const std::vector<std::string> &outputs);

/// Those of one type of elements, which have a piece of memory of their own.
std::vector<live_range> of_type(const std::vector<live_range> &ranges, primitive_t type);

/// The largest first, each where it fits best: into the smallest gap between those that live at the
/// same time.
memory_plan plan_memory(const std::vector<live_range> &ranges);

} // namespace tiramisu::graph
