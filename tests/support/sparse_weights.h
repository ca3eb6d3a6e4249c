#pragma once

#include <vector>

#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/sparse.h"

namespace tiramisu::oracle {

/// Leaves each of plain weights, oc x ic * kh * kw, with this probability, and makes the others
/// zero. Every fourth filter loses all of its weights where `has_empty_rows`.
void prune(std::vector<float> &weights, const nn::conv2d_problem &problem, double density,
           bool has_empty_rows, unsigned seed);

/// What is left of them, by filters.
sparse::csr_matrix compressed(const std::vector<float> &weights, const nn::conv2d_problem &problem);

} // namespace tiramisu::oracle
