#pragma once

#include <memory>
#include <vector>

#include "nn/framework/find/trial.h"
#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

template <typename Problem>
class tensor_trial : public trial {
public:
    explicit tensor_trial(const Problem &problem) : problem_(problem) {
        std::mt19937 numbers; // the same each time
        for (const tensor &one : problem.sources()) {
            sources_.push_back(random_values(one.size(), numbers));
        }
        dst_.resize(problem.dst().size());
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto layer = std::make_shared<const tensor_layer<Problem>>(problem_, opts);
        std::vector<const_elements> sources;
        for (const std::vector<float> &one : sources_) {
            sources.push_back(one.data());
        }
        return [this, layer, sources] { layer->run(sources, dst_.data()); };
    }
    void reset() override { std::fill(dst_.begin(), dst_.end(), 0.0f); }
    std::vector<float> result() const override { return dst_; }

private:
    Problem problem_;
    std::vector<std::vector<float>> sources_;
    std::vector<float> dst_;
};

} // namespace tiramisu::nn
