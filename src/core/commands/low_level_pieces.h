#pragma once

#include <vector>

#include "polyhedral/isl.h"

// Low-level schedules as maps { S[i, j] -> [0, s0, l0, s1, l1, s2] }: a zero, then constants s and
// loops l in turn.

namespace tiramisu::core {

/// The dimensions that are constants, the zero included.
std::vector<int> constant_dims(const isl::map &schedule);

/// The dimension that is the loop of a level.
int loop_dim(int level);

/// The pieces of a schedule that differ in their constants, in the order of the instances; none if
/// there is one, or if it cannot be cut into so few of which each ends before the next.
std::vector<isl::map> pieces_by_constants(const isl::map &schedule);

} // namespace tiramisu::core
