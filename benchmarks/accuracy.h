#pragma once

#include <cstddef>
#include <vector>

namespace tiramisu::bench {

/// Largest difference over the largest magnitude of the reference; infinite if there is a NaN.
double relative_error(const float *values, const std::vector<double> &reference);

/// Numbers in [-1, 1), the same for the same seed.
std::vector<float> random_floats(std::size_t count, unsigned seed);

} // namespace tiramisu::bench
