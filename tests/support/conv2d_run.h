#pragma once

#include <vector>

#include "support/conv2d_reference.h"
#include "tiramisu/nn/conv2d.h"

namespace tiramisu::oracle {

/// Runs a convolution on plain data, brought into its layouts; every tensor lies between pages that
/// may not be touched. The result is plain again.
std::vector<float> run_conv2d(const nn::conv2d &layer, const nn::conv2d_layouts &layouts,
                              const conv2d_data &data);

/// The largest difference, in parts of the largest expected value (at least 1); infinite where
/// found is no number.
double largest_error(const std::vector<double> &expected, const std::vector<float> &found);

} // namespace tiramisu::oracle
