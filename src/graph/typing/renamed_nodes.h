#pragma once

#include <map>
#include <string>

#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// The node with other names for values; what the map does not have keeps its name. In graphs
/// inside of it, what these read from outside.
node_pointer renamed(const node &one, const std::map<std::string, std::string> &names);

/// A graph from inside of a node with what it reads from outside as further inputs.
model open_to_outside(const model &graph);

} // namespace tiramisu::graph
