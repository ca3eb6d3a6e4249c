#include "nn/sparse/recurrent/task.h"

#include <algorithm>

#include "nn/framework/problem/numbers.h"
#include "nn/sparse/compressed_rows/density.h"

namespace tiramisu::nn {

namespace {

std::string subject(const recurrent_problem &problem) {
    return "problem \"" + problem.text() + "\"";
}

int matrices_of_pseudo_layer(const recurrent_problem &problem) {
    return problem.proj > 0 ? 3 : 2;
}

/// What one of the matrices is like, and how its size is called.
struct matrix_shape {
    int rows, columns;
    std::string text;
};

matrix_shape shape_of(const recurrent_problem &p, int index) {
    const int count = matrices_of_pseudo_layer(p);
    const int layer = index / count / p.directions(), rows = p.gates() * p.hc;
    switch (index % count) {
    case 0: return {rows, p.slc(layer), layer == 0 ? "gates x hc by ic" : "gates x hc by dlc"};
    case 1: return {rows, p.dic(), p.proj > 0 ? "gates x hc by proj" : "gates x hc by hc"};
    default: return {p.proj, p.hc, "proj by hc"};
    }
}

} // namespace

int matrices_count(const recurrent_problem &problem) {
    return matrices_of_pseudo_layer(problem) * problem.pseudo_layers();
}

int rows_of_matrix(const recurrent_problem &problem, int index) {
    return shape_of(problem, index).rows;
}

int columns_of_matrix(const recurrent_problem &problem, int index) {
    return shape_of(problem, index).columns;
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
    return *this;
}

void sparse_recurrent_task::require_sizes(const std::vector<sparse::csr_matrix> &matrices,
                                          const std::string &call, source_place where) const {
    const int wanted = matrices_count(problem);
    if (matrices.size() != static_cast<std::size_t>(wanted)) {
        throw user_error(subject(problem), call,
                         "matrices are " + std::to_string(matrices.size()) + ", must be " +
                             std::to_string(matrices_of_pseudo_layer(problem)) + " * " +
                             (problem.directions() == 1 ? "l" : "l * directions") + " = " +
                             std::to_string(wanted) + ": of the input" +
                             (problem.proj > 0 ? ", of the hidden state and of the projection"
                                               : " and of the hidden state") +
                             " of each layer",
                         where);
    }
    for (int i = 0; i < wanted; i++) {
        const sparse::csr_matrix &one = matrices[static_cast<std::size_t>(i)];
        const auto &[rows, columns, text] = shape_of(problem, i);
        if (one.rows() != rows || one.columns() != columns) {
            throw user_error(subject(problem), call,
                             "matrices[" + std::to_string(i) + "] is " +
                                 size_text(one.rows(), one.columns()) + ", must be " + text +
                                 " = " + size_text(rows, columns),
                             where);
        }
    }
}

std::string sparse_recurrent_task::perf_key() const {
    return "sparse_" + problem.text() + density_key(density);
}

} // namespace tiramisu::nn
