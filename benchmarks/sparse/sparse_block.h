#pragma once

#include <string>
#include <vector>

#include <tiramisu/nn/conv2d_problem.h>
#include <tiramisu/sparse.h>

#include "session.h"

namespace tiramisu::bench {

/// Sparse convolutions one after the other, pictures lifted in and out where they can be, beside
/// oneDNN's of the same weights with their zeros in its own layouts. A matrix for each step.
void run_sparse_block(session &here, const std::string &id,
                      const std::vector<nn::conv2d_problem> &steps,
                      const std::vector<sparse::csr_matrix> &weights);

} // namespace tiramisu::bench
