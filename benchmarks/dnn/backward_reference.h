#pragma once

#include <vector>

#include <tiramisu/nn/nn.h>

#include "aligned_floats.h"

namespace tiramisu::bench {

// Passes backward through a convolution of plain tensors, summed up in double precision by the
// definition.

std::vector<double> reference_backward_data(const nn::conv2d_problem &problem,
                                            const aligned_floats &diff_dst,
                                            const aligned_floats &weights);
std::vector<double> reference_backward_weights(const nn::conv2d_problem &problem,
                                               const aligned_floats &src,
                                               const aligned_floats &diff_dst);

} // namespace tiramisu::bench
