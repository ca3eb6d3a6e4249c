#pragma once

#include "nn/framework/find/trial.h"
#include "nn/framework/find/typed_values.h"
#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// Random images, on which convolutions, whatever their weights are, are tried.
class image_trial : public trial {
public:
    image_trial(const conv2d_problem &problem, const conv2d_layouts &layouts);

    void reset() override;
    std::vector<float> result() const override { return dst_.floats(); }
    element_type result_type() const override { return dst_.type(); }

protected:
    template <typename Layer, typename Weights>
    void run(const Layer &layer, const Weights &weights) {
        const auto given = [](const typed_values &values) {
            return values.size() == 0 ? const_elements() : values.memory();
        };
        layer.run(src_.memory(), weights, given(bias_), dst_.memory(), given(residual_));
    }

    std::mt19937 source_; ///< the same numbers each time

private:
    typed_values src_, bias_, residual_, dst_;
};

} // namespace tiramisu::nn
