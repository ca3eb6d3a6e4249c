#pragma once

#include <memory>
#include <vector>

#include "nn/framework/find/trial.h"
#include "nn/framework/find/typed_values.h"
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
        dst_ = typed_values(problem.dst().type, problem.dst().size());
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto layer = std::make_shared<const tensor_layer<Problem>>(problem_, opts);
        std::vector<const_elements> sources;
        for (const typed_values &one : sources_) {
            sources.push_back(one.memory());
        }
        return [this, layer, sources] { layer->run(sources, dst_.memory()); };
    }
    void reset() override { dst_ = typed_values(dst_.type(), dst_.size()); }
    std::vector<float> result() const override { return dst_.floats(); }
    element_type result_type() const override { return dst_.type(); }

private:
    Problem problem_;
    std::vector<typed_values> sources_;
    typed_values dst_;
};

} // namespace tiramisu::nn
