#pragma once

#include <random>

#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// Each element is there with the probability `density`, so that rows are of different lengths.
sparse::csr_matrix random_matrix(int rows, int columns, double density, std::mt19937 &source);

} // namespace tiramisu::nn
