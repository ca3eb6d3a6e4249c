#pragma once

#include "support/recurrent_reference.h"
#include "tiramisu/nn/sparse_recurrent.h"

namespace tiramisu::oracle {

/// Leaves each weight with this probability, and makes the others zero. Every fourth row of a
/// matrix loses all of its weights where `has_empty_rows`.
void prune(std::vector<float> &weights, const nn::recurrent_problem &problem, double density,
           bool has_empty_rows, unsigned seed);

/// What is left of them, by matrices.
std::vector<sparse::csr_matrix> compressed(const std::vector<float> &weights,
                                           const nn::recurrent_problem &problem);

/// As recurrent_error(), of a sparse layer.
double recurrent_error(const nn::sparse_recurrent &layer, const recurrent_values &values);

} // namespace tiramisu::oracle
