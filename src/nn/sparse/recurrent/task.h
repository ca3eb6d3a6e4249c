#pragma once

#include <string>
#include <vector>

#include "nn/framework/program/machine.h"
#include "tiramisu/nn/recurrent_problem.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// What a solver is asked to solve: a recurrent layer, whatever pattern its weights have.
struct sparse_recurrent_task {
    recurrent_problem problem; ///< with steps and sequences
    machine target;
    double density; ///< of weights that it is to be fast for

    /// Throws user_error as sparse_recurrent().
    sparse_recurrent_task checked(source_place where) const;
    /// Throws user_error, naming the call, if there are not as many matrices as the problem has,
    /// or if one of them has another size.
    void require_sizes(const std::vector<sparse::csr_matrix> &matrices, const std::string &call,
                       source_place where) const;

    /// What it is called in performance databases.
    std::string perf_key() const;
};

/// Matrices of weights, in their order.
int matrices_count(const recurrent_problem &problem);
/// Of one of them.
int rows_of_matrix(const recurrent_problem &problem, int index);
int columns_of_matrix(const recurrent_problem &problem, int index);

/// Share of the elements of all matrices that are stored.
double density_of(const std::vector<sparse::csr_matrix> &matrices);

} // namespace tiramisu::nn
