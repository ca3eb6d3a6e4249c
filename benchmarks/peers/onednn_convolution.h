#pragma once

#include <functional>

#include <tiramisu/nn/conv2d_problem.h>

namespace tiramisu::bench {

/// A library's convolution, prepared: weights lie in the layout that the library chose.
struct prepared_convolution {
    std::function<void()> run;    ///< empty if the library is not installed, or cannot do it
    std::function<void()> unpack; ///< writes the result to where it was asked for
};

/// Where pictures lie when run() begins and ends.
enum class onednn_formats {
    own,  ///< in the layouts that the library chose
    plain ///< picture, channel, row, column: run() brings them into the library's and back
};

/// oneDNN's convolution of plain tensors, for as many threads as OpenMP has now. Of problems
/// without bias, post-ops and dilation.
prepared_convolution onednn_convolution(const nn::conv2d_problem &problem, onednn_formats formats,
                                        const float *src, const float *weights, float *dst);

} // namespace tiramisu::bench
