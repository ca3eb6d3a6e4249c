#pragma once

#include <vector>

#include <tiramisu/nn/nn.h>

#include "aligned_floats.h"

namespace tiramisu::bench {

// Layers without weights in double precision, from their definitions; all tensors plain.

std::vector<double> reference(const nn::pooling_problem &problem,
                              const std::vector<aligned_floats> &sources);
std::vector<double> reference(const nn::batch_norm_problem &problem,
                              const std::vector<aligned_floats> &sources);
std::vector<double> reference(const nn::softmax_problem &problem,
                              const std::vector<aligned_floats> &sources);
/// Bilinear.
std::vector<double> reference(const nn::resize_problem &problem,
                              const std::vector<aligned_floats> &sources);

} // namespace tiramisu::bench
