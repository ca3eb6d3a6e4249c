#pragma once

#include "support/random_source.h"
#include "tiramisu/nn/conv2d_problem.h"

namespace tiramisu::oracle {

/// A small problem: sizes are odd as often as not; kernel, stride, dilation and padding may each be
/// larger than the image or the kernel; groups, bias and post-ops come and go.
nn::conv2d_problem random_conv2d(random_source &source);

} // namespace tiramisu::oracle
