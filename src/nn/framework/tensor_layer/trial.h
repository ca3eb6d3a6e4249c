#pragma once

#include <memory>
#include <vector>

#include "nn/framework/find/trial.h"
#include "nn/framework/tensor_layer/results.h"
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
        std::size_t written = 0;
        for (const tensor &one : results_of(problem)) {
            starts_.push_back(written);
            written += one.size();
        }
        results_.resize(written);
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto layer = std::make_shared<const tensor_layer<Problem>>(problem_, opts);
        std::vector<const_elements> sources;
        const std::vector<tensor> shapes = problem_.sources();
        for (std::size_t i = 0; i < shapes.size(); i++) {
            sources.emplace_back(sources_[i].data(), shapes[i].type);
        }
        std::vector<elements> results;
        const std::vector<tensor> written = results_of(problem_);
        for (std::size_t i = 0; i < written.size(); i++) {
            results.emplace_back(results_.data() + starts_[i], written[i].type);
        }
        return [layer, sources, results] { layer->run(sources, results); };
    }
    void reset() override { std::fill(results_.begin(), results_.end(), 0.0f); }
    const std::vector<float> &result() const override { return results_; }

private:
    Problem problem_;
    std::vector<std::vector<float>> sources_;
    std::vector<float> results_; ///< one behind the other
    std::vector<std::size_t> starts_;
};

} // namespace tiramisu::nn
