#pragma once

#include <random>

#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// Each element is there with the probability `density`, so that rows are of different lengths.
/// Values are from -largest to largest.
sparse::csr_matrix random_matrix(int rows, int columns, double density, std::mt19937 &source,
                                 float largest = 1);

} // namespace tiramisu::nn
