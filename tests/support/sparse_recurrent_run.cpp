#include "support/sparse_recurrent_run.h"

#include <random>

#include "support/recurrent_run.h"

namespace tiramisu::oracle {

namespace {

/// Calls `visit` with rows, columns and begin of each matrix.
template <typename Visit>
void for_matrices(const nn::recurrent_problem &p, const Visit &visit) {
    const int rows = p.gates() * p.hc;
    for (int l = 0; l < p.l; l++) {
        for (int d = 0; d < p.directions(); d++) {
            visit(rows, p.slc(l), p.input_weights_at(l, d));
            visit(rows, p.dic(), p.hidden_weights_at(l, d));
            if (p.proj > 0) {
                visit(p.proj, p.hc, p.projection_weights_at(l, d));
            }
        }
    }
}

} // namespace

void prune(std::vector<float> &weights, const nn::recurrent_problem &problem, double density,
           bool has_empty_rows, unsigned seed) {
    std::mt19937 source(seed);
    std::bernoulli_distribution is_kept(density);
    for_matrices(problem, [&](int rows, int columns, std::size_t begin) {
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                const bool is_empty = has_empty_rows && row % 4 == 1;
                if (!is_kept(source) || is_empty) {
                    weights[begin + static_cast<std::size_t>(row * columns + column)] = 0;
                }
            }
        }
    });
}

std::vector<sparse::csr_matrix> compressed(const std::vector<float> &weights,
                                           const nn::recurrent_problem &problem) {
    std::vector<sparse::csr_matrix> made;
    for_matrices(problem, [&](int rows, int columns, std::size_t begin) {
        made.push_back(sparse::csr_matrix::from_dense(rows, columns, weights.data() + begin));
    });
    return made;
}

double recurrent_error(const nn::sparse_recurrent &layer, const recurrent_values &values) {
    const nn::recurrent_problem &p = layer.problem();
    nn::sparse_recurrent_weights weights;
    weights.matrices = compressed(values.weights, p);
    weights.bias = p.bias ? values.weights.data() + p.bias_at(0) : nullptr;
    const auto packed = layer.pack(weights);
    return recurrent_error(p, values,
                           [&](const nn::recurrent_data &data) { layer.run(data, packed); });
}

} // namespace tiramisu::oracle
