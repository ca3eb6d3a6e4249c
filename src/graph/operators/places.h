#pragma once

#include <cstdint>

#include "graph/operators/node_call.h"
#include "tiramisu/computation.h"
#include "tiramisu/expr.h"

// Places in tensors that other tensors name, counted from the end where they are negative.

namespace tiramisu::graph {

/// The second input names places. Throws refusal.
void require_places(const node_call &call);

/// A place along a dimension of that size. Throws refusal where there is none.
std::int64_t inside(std::int64_t place, std::int64_t size);

/// The same in the language: what is known at run time only, and outside, is the nearest inside.
expr inside(const expr &place, std::int64_t size);

/// The program that is being written is given indices: each of them lies inside of a size, counted
/// from either end. Calls with others end with an error before anything is written.
void require_inside(const input &places, const std::vector<var> &at, std::int64_t size);

} // namespace tiramisu::graph
