#pragma once

#include <vector>

#include "graph/model/problem_list.h"
#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// The nodes of a network, each after those that make what it reads; of those that could come next,
/// the first in the network. Adds to the problems values that nothing makes, or that several things
/// make, and nodes that wait for themselves.
std::vector<node_pointer> in_order_of_reads(const model &network, problem_list &problems);

} // namespace tiramisu::graph
