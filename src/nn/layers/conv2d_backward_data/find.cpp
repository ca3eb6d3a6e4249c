#include <memory>

#include "nn/layers/conv2d_backward_data/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<conv2d_backward_data_layer>;

class backward_data_trial : public trial {
public:
    explicit backward_data_trial(const conv2d_backward_data_problem &problem) : problem_(problem) {
        std::mt19937 source; // the same numbers each time
        diff_dst_ = random_values(problem.diff_dst().size(), source);
        weights_ = random_values(problem.weights().size(), source);
        diff_src_.resize(problem.diff_src().size());
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto layer = std::make_shared<const conv2d_backward_data>(problem_, opts);
        const auto weights = std::make_shared<const layer_weights>(layer->pack(weights_.data()));
        return [this, layer, weights] { layer->run(diff_dst_.data(), *weights, diff_src_.data()); };
    }
    void reset() override { std::fill(diff_src_.begin(), diff_src_.end(), 0.0f); }
    std::vector<float> result() const override { return diff_src_; }

private:
    conv2d_backward_data_problem problem_;
    std::vector<float> diff_dst_, weights_, diff_src_;
};

} // namespace

layer_options description::options_of(const search_options &opts, source_place) {
    layer_options made;
    made.compiled = opts.compiled;
    return made;
}

std::unique_ptr<trial> description::trial_of(const backward_data_task &task) {
    return std::make_unique<backward_data_trial>(task.problem);
}

} // namespace tiramisu::nn
