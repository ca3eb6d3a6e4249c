#pragma once

#include <string>

#include <tiramisu/nn/spmm_problem.h>
#include <tiramisu/sparse.h>

#include "session.h"

namespace tiramisu::bench {

/// One product with a sparse matrix, by the solver that the rule takes, beside MKL's sparse product
/// and oneDNN's of the same matrix with its zeros. Of problems without bias and post-ops whose b
/// and c are either both transposed, as in a fully connected layer, or neither.
void run_sparse_product(session &here, const std::string &id, const nn::spmm_problem &problem,
                        const sparse::csr_matrix &a);

} // namespace tiramisu::bench
