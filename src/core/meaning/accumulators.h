#pragma once

#include <string>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Statements of an innermost loop of which every iteration updates one and the same element, which
/// nothing else touches while the loop runs: its value can be kept in a register until the loop
/// ends. Of these the compiler that comes after cannot see that it may where a statement reads
/// other elements of the array that it writes, as in `a(i, j) -= a(i, k) * a(k, j)`.
std::vector<std::string> accumulators(const analysis &now, const poly::shared_loop &loop);

/// The only statement of a loop in which further loops are lanes or copies of their body, if each
/// of its iterations updates the same elements, another one in each lane and copy, and nothing else
/// touches these while the loop runs: a tile that can be kept in registers. Of sizes that come with
/// the call LLVM does not see that it may. Empty if there is none, or all sizes are known.
std::string accumulated_tile(const analysis &now, const poly::shared_loop &loop);

} // namespace tiramisu::core
