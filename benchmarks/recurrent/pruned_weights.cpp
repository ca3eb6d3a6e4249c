#include "recurrent/pruned_weights.h"

#include <cmath>
#include <random>

namespace tiramisu::bench {

void prune(aligned_floats &weights, double density, unsigned seed) {
    std::mt19937 source(seed);
    std::bernoulli_distribution is_kept(density);
    const float scale = static_cast<float>(1 / std::sqrt(density));
    for (float &one : weights) {
        one = is_kept(source) ? one * scale : 0.0f;
    }
}

std::vector<sparse::csr_matrix> compressed(const nn::recurrent_problem &p, const float *weights) {
    std::vector<sparse::csr_matrix> made;
    for (int l = 0; l < p.l; l++) {
        const int rows = p.gates() * p.hc;
        made.push_back(sparse::csr_matrix::from_dense(rows, l == 0 ? p.ic : p.hc,
                                                      weights + p.input_weights_at(l)));
        made.push_back(
            sparse::csr_matrix::from_dense(rows, p.hc, weights + p.hidden_weights_at(l)));
    }
    return made;
}

} // namespace tiramisu::bench
