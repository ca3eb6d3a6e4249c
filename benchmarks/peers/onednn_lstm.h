#pragma once

#include <functional>

#include <tiramisu/nn/recurrent_problem.h>

namespace tiramisu::bench {

/// oneDNN's LSTM layers, with weights that were packed as the library likes, for as many threads as
/// OpenMP has now. Sequences lie as ours do; states begin with zeros; `weights` are ours without
/// biases. Empty if the library is not installed. Of layers with as many channels as units.
std::function<void()> onednn_lstm(const nn::recurrent_problem &problem, const float *src,
                                  const float *weights, float *dst);

} // namespace tiramisu::bench
