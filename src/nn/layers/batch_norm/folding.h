#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/batch_norm.h"

// What folding a batch norm into dense and into sparse weights has in common.

namespace tiramisu::nn {

/// What the weights of filter f are multiplied by.
double factor_of(const batch_norm_statistics &statistics, int f);

/// `bias` may be null.
std::vector<float> folded_bias(int filters, const float *bias,
                               const batch_norm_statistics &statistics);

/// Throws user_error, naming `name`, if it is null.
void require_there(const conv2d_problem &problem, const std::string &name, const float *given,
                   source_place where);

/// Throws user_error unless the statistics are there, and a bias just where the problem has one.
void require_channels(const conv2d_problem &problem, const float *bias,
                      const batch_norm_statistics &statistics, source_place where);

} // namespace tiramisu::nn
