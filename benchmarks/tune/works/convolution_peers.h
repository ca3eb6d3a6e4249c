#pragma once

#include "dnn/our_convolutions.h"
#include "tune/works.h"

namespace tiramisu::bench {

/// oneDNN in the layouts of its choice, with its weights packed beforehand, and our layer, which
/// the rule takes, in blocks of channels. The results lie in `result` with channels innermost.
std::vector<contender> convolution_peers(const nn::conv2d_problem &problem, aligned_floats &result);

/// The plain tensors that the peers are given.
convolution_data data_of(const nn::conv2d_problem &problem);

/// The image with its channels innermost.
aligned_floats channels_last(const convolution_data &data);

} // namespace tiramisu::bench
