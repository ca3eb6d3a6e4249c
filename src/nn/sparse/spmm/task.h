#pragma once

#include <string>

#include "nn/framework/program/machine.h"
#include "tiramisu/nn/spmm.h"

namespace tiramisu::nn {

/// What a solver is asked to solve: a product, whatever pattern its sparse matrix has.
struct spmm_task {
    spmm_problem problem;
    machine target;
    double density; ///< of matrices that it is cut for

    /// Of a's blocks; of a, where it has none.
    int rows_of_blocks() const { return problem.m / problem.block; }

    /// Throws user_error as spmm().
    spmm_task checked(source_place where) const;
    /// Throws user_error, naming the call, if a matrix has another size.
    void require_size(const sparse::csr_matrix &a, const std::string &call,
                      source_place where) const;
    void require_size(const sparse::bsr_matrix &a, const std::string &call,
                      source_place where) const;

    /// What it is called in performance databases.
    std::string perf_key() const;
};

} // namespace tiramisu::nn
