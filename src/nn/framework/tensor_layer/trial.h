#pragma once

#include <memory>
#include <vector>

#include "nn/framework/find/trial.h"
#include "nn/framework/find/typed_values.h"
#include "nn/framework/tensor_layer/results.h"
#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

template <typename Problem>
class tensor_trial : public trial {
public:
    explicit tensor_trial(const Problem &problem) : problem_(problem) {
        std::mt19937 numbers; // the same each time
        for (const tensor &one : problem.sources()) {
            sources_.push_back(typed_values::random(one.type, one.size(), numbers));
        }
        for (const tensor &one : results_of(problem)) {
            results_.emplace_back(one.type, one.size());
        }
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto layer = std::make_shared<const tensor_layer<Problem>>(problem_, opts);
        std::vector<const_elements> sources;
        for (const typed_values &one : sources_) {
            sources.push_back(one.memory());
        }
        std::vector<elements> results;
        for (typed_values &one : results_) {
            results.push_back(one.memory());
        }
        return [layer, sources, results] { layer->run(sources, results); };
    }
    void reset() override {
        for (typed_values &one : results_) {
            one.clear(); // runs that are prepared refer to this memory
        }
    }
    /// All of them, one behind the other.
    std::vector<float> result() const override {
        std::vector<float> all;
        for (const typed_values &one : results_) {
            const std::vector<float> floats = one.floats();
            all.insert(all.end(), floats.begin(), floats.end());
        }
        return all;
    }
    element_type result_type() const override { return results_.front().type(); }

private:
    Problem problem_;
    std::vector<typed_values> sources_, results_;
};

} // namespace tiramisu::nn
