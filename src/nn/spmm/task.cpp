#include "nn/spmm/task.h"

#include "nn/sparse/density.h"

namespace tiramisu::nn {

namespace {

std::string subject(const spmm_problem &problem) {
    return "problem \"" + problem.text() + "\"";
}

} // namespace

spmm_task spmm_task::checked(source_place where) const {
    problem.checked(where);
    check_density(subject(problem), density, where);
    return *this;
}

void spmm_task::require_size(const sparse::csr_matrix &a, const std::string &call,
                             source_place where) const {
    nn::require_size(subject(problem), call, a, problem.m, problem.k, "m x k", where);
}

std::string spmm_task::perf_key() const {
    return problem.text() + density_key(density);
}

} // namespace tiramisu::nn
