#include "support/sparse_weights.h"

#include <random>

namespace tiramisu::oracle {

namespace {

int columns_of(const nn::conv2d_problem &p) {
    return p.ic / p.g * p.kh * p.kw;
}

} // namespace

void prune(std::vector<float> &weights, const nn::conv2d_problem &problem, double density,
           bool has_empty_rows, unsigned seed) {
    std::mt19937 source(seed);
    std::bernoulli_distribution stays(density);
    const auto columns = static_cast<std::size_t>(columns_of(problem));
    for (std::size_t i = 0; i < weights.size(); i++) {
        const bool is_kept = stays(source);
        const bool is_in_empty_row = has_empty_rows && i / columns % 4 == 1;
        if (!is_kept || is_in_empty_row) {
            weights[i] = 0;
        }
    }
}

sparse::csr_matrix compressed(const std::vector<float> &weights,
                              const nn::conv2d_problem &problem) {
    return sparse::csr_matrix::from_dense(problem.oc, columns_of(problem), weights.data());
}

} // namespace tiramisu::oracle
