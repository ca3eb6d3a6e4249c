#pragma once

#include "nn/framework/find/trial.h"
#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// Random images, on which convolutions, whatever their weights are, are tried.
class image_trial : public trial {
public:
    image_trial(const conv2d_problem &problem, const conv2d_layouts &layouts);

    void reset() override;
    const std::vector<float> &result() const override { return dst_; }

protected:
    template <typename Layer, typename Weights>
    void run(const Layer &layer, const Weights &weights) {
        layer.run(src_.data(), weights, bias_.empty() ? nullptr : bias_.data(), dst_.data(),
                  residual_.empty() ? nullptr : residual_.data());
    }

    std::mt19937 source_; ///< the same numbers each time

private:
    std::vector<float> src_, bias_, residual_, dst_;
};

} // namespace tiramisu::nn
