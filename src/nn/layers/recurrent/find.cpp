#include <algorithm>
#include <cmath>
#include <memory>

#include "nn/layers/recurrent/layer.h"
#include "nn/layers/recurrent/sequence_trial.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<recurrent_layer>;

/// Weights are so small that sums of their products stay where activations are steep.
class recurrent_trial : public sequence_trial {
public:
    explicit recurrent_trial(const recurrent_task &task)
        : sequence_trial(task.problem), task_(task),
          weights_(random_values(task.problem.weights_count(), source_)) {
        const int longest = std::max(task.problem.ic, task.problem.hc);
        for (float &one : weights_) {
            one /= std::sqrt(static_cast<float>(longest));
        }
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto layer = std::make_shared<const recurrent>(task_.problem, opts);
        const auto weights = std::make_shared<const layer_weights>(layer->pack(weights_.data()));
        return [this, layer, weights] { run(*layer, *weights); };
    }

private:
    recurrent_task task_;
    std::vector<float> weights_;
};

} // namespace

layer_options description::options_of(const search_options &opts, source_place) {
    layer_options made;
    made.compiled = opts.compiled;
    return made;
}

std::unique_ptr<trial> description::trial_of(const recurrent_task &task) {
    return std::make_unique<recurrent_trial>(task);
}

} // namespace tiramisu::nn
