#pragma once

#include <vector>

#include "contest.h"

namespace tiramisu::bench {

/// The root of the sum of all squares by OpenBLAS and MKL, written to `result`. oneDNN's reduction
/// takes hundreds of times as long, and of a million numbers it is wrong in the fourth digit.
std::vector<contender> norm_peers(int count, const float *src, float *result);

} // namespace tiramisu::bench
