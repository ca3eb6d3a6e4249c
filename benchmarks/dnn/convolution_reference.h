#pragma once

#include <vector>

#include <tiramisu/nn/conv2d_problem.h>

namespace tiramisu::bench {

/// The convolution of plain tensors in double precision, by the definition; of problems without
/// bias, post-ops and dilation.
std::vector<double> reference_convolution(const nn::conv2d_problem &problem, const float *src,
                                          const float *weights);

} // namespace tiramisu::bench
