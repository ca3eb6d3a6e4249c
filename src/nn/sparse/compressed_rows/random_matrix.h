#pragma once

#include <random>

#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// Each element is there with the probability `density`, so that rows are of different lengths.
/// Values are from -largest to largest.
sparse::csr_matrix random_matrix(int rows, int columns, double density, std::mt19937 &source,
                                 float largest = 1);

/// The same pattern with values from -1 to 1.
sparse::csr_matrix with_random_values(const sparse::csr_matrix &pattern, std::mt19937 &source);

} // namespace tiramisu::nn
