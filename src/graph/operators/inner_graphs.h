#pragma once

#include <string>
#include <vector>

#include "graph/operators/expansion.h"

// What operators share that have graphs inside of them.

namespace tiramisu::graph {

/// Rounds of a loop become nodes, so there are not arbitrarily many.
constexpr std::int64_t most_rounds = 1024;

/// The graph that is an attribute of the node. Throws refusal.
const model &graph_of(const expansion &to, const std::string &name);

/// Whether a condition that is known holds.
bool is_true(const tensor &condition);

/// Values of one type, one after the other along a new axis of the result.
std::string stacked(expansion &to, const std::vector<std::string> &values, std::int64_t axis = 0);

} // namespace tiramisu::graph
