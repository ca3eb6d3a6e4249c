#pragma once

#include "gpu/cudnn.h"
#include "gpu/device_contest.h"

#include <tiramisu/nn/nn.h>

#include <array>
#include <memory>
#include <vector>

namespace tiramisu::bench {

/// What a convolution reads and writes, in one order of its dimensions.
struct device_images {
    std::unique_ptr<device_array> source, weights, result;
};

/// Random images, weights and biases on a device, in every layout that somebody asks for.
class convolution_on_device {
public:
    convolution_on_device(const gpu_place &where, const nn::conv2d_problem &problem);
    /// With these weights: filters, channels, kernel rows, kernel columns.
    convolution_on_device(const gpu_place &where, const nn::conv2d_problem &problem,
                          std::vector<float> weights);

    const nn::conv2d_problem &problem() const { return problem_; }
    const std::vector<float> &source() const { return source_; } ///< in NCHW
    /// Ours: images in NCHW, weights as device_convolution() takes them, biases, results.
    std::vector<device_array *> arguments();
    /// For cuDNN; made when they are first asked for.
    const device_images &images(image_order order);
    const device_array &bias() const { return bias_; }
    /// Where the element at a place of NCHW is in that order.
    std::size_t place(image_order order, std::size_t at) const;
    expected_elements expected() const;

private:
    std::string device_;
    nn::conv2d_problem problem_;
    std::vector<float> source_, weights_, bias_values_;
    device_array our_source_, our_weights_, bias_, our_result_;
    std::array<device_images, 2> images_;
};

} // namespace tiramisu::bench
