#pragma once

#include <functional>
#include <vector>

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

// oneDNN's way to do layers without weights, in the layout of the problem, for as many threads as
// OpenMP has now. Empty if the library is not installed, or cannot do it.

std::function<void()> onednn_layer(const nn::pooling_problem &problem,
                                   const std::vector<const float *> &sources, float *dst);
std::function<void()> onednn_layer(const nn::batch_norm_problem &problem,
                                   const std::vector<const float *> &sources, float *dst);
std::function<void()> onednn_layer(const nn::softmax_problem &problem,
                                   const std::vector<const float *> &sources, float *dst);

} // namespace tiramisu::bench
