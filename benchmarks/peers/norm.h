#pragma once

#include <cstddef>
#include <vector>

#include "contest.h"

namespace tiramisu::bench {

/// The root of the sum of all squares by OpenBLAS, MKL and oneDNN (its reduction), written to
/// `result`.
std::vector<contender> norm_peers(int rows, int columns, const float *src, float *result);

} // namespace tiramisu::bench
