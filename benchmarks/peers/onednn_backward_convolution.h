#pragma once

#include "peers/onednn_chain.h"

namespace tiramisu::bench {

// oneDNN's passes backward through a convolution, of plain tensors, for as many threads as OpenMP
// has now. Weights that are read lie as the library chose before run() begins.

/// What the loss changes by with what the convolution read.
prepared_chain onednn_backward_data(const nn::conv2d_problem &problem, onednn_formats formats,
                                    const float *diff_dst, const float *weights, float *diff_src);
/// What it changes by with the weights.
prepared_chain onednn_backward_weights(const nn::conv2d_problem &problem, onednn_formats formats,
                                       const float *src, const float *diff_dst,
                                       float *diff_weights);

} // namespace tiramisu::bench
