#pragma once

#include <vector>

#include <tiramisu/nn/recurrent_problem.h>
#include <tiramisu/sparse.h>

#include "aligned_floats.h"

namespace tiramisu::bench {

/// Leaves each weight with this probability, makes the others zero, and scales them so that sums
/// stay as large as they were.
void prune(aligned_floats &weights, double density, unsigned seed);

/// What is left, by matrices: for each layer that of its input, then that of its hidden state.
std::vector<sparse::csr_matrix> compressed(const nn::recurrent_problem &problem,
                                           const float *weights);

} // namespace tiramisu::bench
