#include "accuracy.h"
#include "dnn/problem_file.h"
#include "sets.h"
#include "sparse/sparse_layer.h"

#include <cmath>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// Random weights of which this share is not zero.
sparse::csr_matrix random_weights(const nn::conv2d_problem &problem, double density) {
    const int columns = problem.ic * problem.kh * problem.kw;
    const auto count = static_cast<std::size_t>(problem.oc) * static_cast<std::size_t>(columns);
    std::vector<float> weights = random_floats(count, 6);
    const std::vector<float> dice = random_floats(count, 7);
    for (std::size_t i = 0; i < count; i++) {
        weights[i] = dice[i] < 2 * density - 1 ? weights[i] : 0.0f;
    }
    return sparse::csr_matrix::from_dense(problem.oc, columns, weights.data());
}

sparse::csr_matrix weights_of(const dense_problem &one, const nn::conv2d_problem &problem) {
    const std::size_t sign = one.weights.find('=');
    const std::string kind = one.weights.substr(0, sign), value = one.weights.substr(sign + 1);
    if (kind == "density") {
        return random_weights(problem, std::stod(value));
    }
    if (kind == "weights") {
        const std::string folder = TIRAMISU_BENCH_SPARSE "/resnet20/";
        return sparse::read_pruned_weights(folder + value).matrix;
    }
    throw std::runtime_error(one.id +
                             ": there is neither density= nor weights= before the problem");
}

} // namespace

void run_sparse(session &here) {
    const bool has_pattern = here.only != "*";
    std::vector<std::function<void(session &)>> layers;
    for (const dense_problem &one : read_problems(TIRAMISU_BENCH_SPARSE "/problems.txt")) {
        if (here.wants(one.id) && (has_pattern || !here.quick || one.is_quick)) {
            layers.emplace_back([one](session &now) {
                const auto &problem = std::get<convolutions>(one.problem).front();
                sparse_layer(one.id, problem, weights_of(one, problem)).run(now);
            });
        }
    }
    here.run_parts(layers);
}

} // namespace tiramisu::bench
