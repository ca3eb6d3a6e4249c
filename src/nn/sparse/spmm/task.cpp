#include "nn/sparse/spmm/task.h"

#include "nn/framework/problem/numbers.h"
#include "nn/sparse/compressed_rows/density.h"

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

void spmm_task::require_size(const sparse::bsr_matrix &a, const std::string &call,
                             source_place where) const {
    const spmm_problem &p = problem;
    if (a.rows() != p.m || a.columns() != p.k || a.block_rows() != p.block) {
        const auto text = [](int rows, int columns, int block) {
            return size_text(rows, columns) + " in blocks of " + std::to_string(block) + " rows";
        };
        throw user_error(subject(p), call,
                         "a is " + text(a.rows(), a.columns(), a.block_rows()) +
                             ", must be m x k = " + text(p.m, p.k, p.block),
                         where);
    }
}

std::string spmm_task::perf_key() const {
    return problem.text() + density_key(density);
}

} // namespace tiramisu::nn
