#include "nn/sparse_recurrent/task.h"

#include <algorithm>

#include "nn/problem/numbers.h"
#include "nn/sparse/density.h"

namespace tiramisu::nn {

namespace {

std::string subject(const recurrent_problem &problem) {
    return "problem \"" + problem.text() + "\"";
}

bool is_of_input(int index) {
    return index % 2 == 0;
}

std::string columns_text(int layer, int index) {
    return !is_of_input(index) ? "hc" : layer == 0 ? "ic" : "dlc";
}

int layer_of_matrix(const recurrent_problem &problem, int index) {
    return index / 2 / problem.directions();
}

} // namespace

int matrices_count(const recurrent_problem &problem) {
    return 2 * problem.pseudo_layers();
}

int columns_of_matrix(const recurrent_problem &problem, int index) {
    return is_of_input(index) ? problem.slc(layer_of_matrix(problem, index)) : problem.hc;
}

double density_of(const std::vector<sparse::csr_matrix> &matrices) {
    double stored = 0, all = 0;
    for (const sparse::csr_matrix &one : matrices) {
        stored += one.nonzeros();
        all += 1.0 * one.rows() * one.columns();
    }
    return stored / std::max(all, 1.0);
}

sparse_recurrent_task sparse_recurrent_task::checked(source_place where) const {
    problem.checked(where);
    check_density(subject(problem), density, where);
    if (problem.proj != 0) {
        throw user_error(subject(problem), "proj",
                         "is " + std::to_string(problem.proj) +
                             ", but sparse layers have no projections; `recurrent` has them",
                         where);
    }
    return *this;
}

void sparse_recurrent_task::require_sizes(const std::vector<sparse::csr_matrix> &matrices,
                                          const std::string &call, source_place where) const {
    const int wanted = matrices_count(problem), rows = problem.gates() * problem.hc;
    if (matrices.size() != static_cast<std::size_t>(wanted)) {
        throw user_error(subject(problem), call,
                         "matrices are " + std::to_string(matrices.size()) + ", must be 2 * " +
                             (problem.directions() == 1 ? "l" : "l * directions") + " = " +
                             std::to_string(wanted) +
                             ": of the input and of the hidden state of each layer",
                         where);
    }
    for (int i = 0; i < wanted; i++) {
        const sparse::csr_matrix &one = matrices[static_cast<std::size_t>(i)];
        const int columns = columns_of_matrix(problem, i);
        if (one.rows() != rows || one.columns() != columns) {
            throw user_error(subject(problem), call,
                             "matrices[" + std::to_string(i) + "] is " +
                                 size_text(one.rows(), one.columns()) + ", must be gates x hc by " +
                                 columns_text(layer_of_matrix(problem, i), i) + " = " +
                                 size_text(rows, columns),
                             where);
        }
    }
}

std::string sparse_recurrent_task::perf_key() const {
    return "sparse_" + problem.text() + density_key(density);
}

} // namespace tiramisu::nn
