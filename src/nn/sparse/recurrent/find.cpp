#include <algorithm>
#include <cmath>
#include <memory>

#include "nn/layers/recurrent/sequence_trial.h"
#include "nn/sparse/compressed_rows/random_matrix.h"
#include "nn/sparse/recurrent/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<sparse_recurrent_layer>;

/// So many for each unit that sums stay where activations are steep.
std::vector<sparse::csr_matrix> random_matrices(const sparse_recurrent_task &task,
                                                std::mt19937 &source) {
    const recurrent_problem &p = task.problem;
    std::vector<sparse::csr_matrix> made;
    for (int i = 0; i < matrices_count(p); i++) {
        const int columns = columns_of_matrix(p, i);
        const double elements = std::max(1.0, task.density * columns);
        made.push_back(random_matrix(rows_of_matrix(p, i), columns, task.density, source,
                                     static_cast<float>(1 / std::sqrt(elements))));
    }
    return made;
}

class sparse_recurrent_trial : public sequence_trial {
public:
    /// Weights are random ones if none are given.
    sparse_recurrent_trial(const sparse_recurrent_task &task,
                           const sparse_recurrent_weights *weights)
        : sequence_trial(task.problem), task_(task) {
        if (weights != nullptr) {
            weights_ = *weights;
            return;
        }
        const recurrent_problem &p = task.problem;
        weights_.matrices = random_matrices(task, source_);
        if (p.bias) {
            bias_ = random_values(p.weights_count() - p.bias_at(0), source_);
            weights_.bias = bias_.data();
        }
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto layer = std::make_shared<const sparse_recurrent>(
            task_.problem, sparse_recurrent_options{opts, task_.density});
        const auto weights =
            std::make_shared<const sparse_recurrent::packed_weights>(layer->pack(weights_));
        return [this, layer, weights] { run(*layer, *weights); };
    }

private:
    sparse_recurrent_task task_;
    sparse_recurrent_weights weights_;
    std::vector<float> bias_;
};

} // namespace

sparse_recurrent_options description::options_of(const sparse_recurrent_search_options &opts,
                                                 source_place) {
    sparse_recurrent_options made;
    made.compiled = opts.compiled;
    made.density = opts.density;
    return made;
}

std::unique_ptr<trial> description::trial_of(const sparse_recurrent_task &task) {
    return std::make_unique<sparse_recurrent_trial>(task, nullptr);
}

std::vector<find_result> sparse_recurrent::find(const recurrent_problem &problem,
                                                const sparse_recurrent_weights &weights,
                                                const search_options &opts, source_place where) {
    const sparse_recurrent_task given{problem, machine::of(opts.compiled),
                                      density_of(weights.matrices)};
    const sparse_recurrent_task task = given.checked(where);
    task.require_sizes(weights.matrices, "find", where);
    return find_for<sparse_recurrent_layer>(task, opts, where, [&] {
        return std::make_unique<sparse_recurrent_trial>(task, &weights);
    });
}

} // namespace tiramisu::nn
