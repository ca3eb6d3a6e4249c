#pragma once

#include <vector>

#include <tiramisu/nn/recurrent_problem.h>
#include <tiramisu/sparse.h>

#include "contest.h"

namespace tiramisu::bench {

/// The products of recurrent layers with weights in compressed rows by MKL, and nothing else: those
/// with inputs for all steps at once, those with hidden states step by step.
contender mkl_recurrent_products(const nn::recurrent_problem &problem,
                                 const std::vector<sparse::csr_matrix> &matrices);

} // namespace tiramisu::bench
