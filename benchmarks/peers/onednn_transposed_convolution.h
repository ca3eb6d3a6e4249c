#pragma once

#include "peers/onednn_chain.h"

namespace tiramisu::bench {

/// Images and kernels are square; the result is stride times as large as the image.
struct transposed_convolution_sizes {
    int size, channels, filters, kernel, stride, padding;
};

/// oneDNN's transposed convolution of one image of plain tensors, with weights by channel, filter,
/// row and column, in the layouts that the library chose: prepared for as many threads as OpenMP
/// has now.
prepared_chain onednn_transposed_convolution(const transposed_convolution_sizes &sizes,
                                             const float *src, const float *weights, float *dst);

} // namespace tiramisu::bench
