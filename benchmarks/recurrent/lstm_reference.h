#pragma once

#include <vector>

#include <tiramisu/nn/recurrent_problem.h>

namespace tiramisu::bench {

/// dst of the first and of the last sequence of an LSTM without biases whose states begin with
/// zeros, in double precision: sequences do not see each other, so these two stand for all. Steps
/// of the first one, then those of the last one.
std::vector<double> reference_lstm(const nn::recurrent_problem &problem, const float *src,
                                   const float *weights);

/// The same part of a result.
std::vector<float> sequences_compared(const nn::recurrent_problem &problem, const float *dst);

} // namespace tiramisu::bench
