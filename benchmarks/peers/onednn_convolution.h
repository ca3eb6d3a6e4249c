#pragma once

#include <functional>

namespace tiramisu::bench {

/// A convolution of one picture, stride 1, kernel and padding such that sizes stay.
struct convolution_sizes {
    int channels, filters, height, width, kernel;
    int padding() const { return kernel / 2; }
    double operations() const {
        return 2.0 * filters * height * width * channels * kernel * kernel;
    }
};

/// A library's convolution, prepared: everything lies in the layouts that the library chose.
struct prepared_convolution {
    std::function<void()> run;    ///< empty if the library is not installed
    std::function<void()> unpack; ///< writes the result to where it was asked for
};

/// oneDNN's convolution of `source` (channels, height, width) by `weights` (filters, channels,
/// kernel, kernel) into `result` (filters, height, width).
prepared_convolution onednn_convolution(convolution_sizes sizes, const float *source,
                                        const float *weights, float *result);

} // namespace tiramisu::bench
