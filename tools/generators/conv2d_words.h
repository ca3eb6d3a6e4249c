#pragma once

#include "layer_words.h"
#include "tiramisu/nn/conv2d.h"

// What generators of convolutions read of their words.

namespace tiramisu::nn {

/// Throws user_error where there is nothing to compute.
void require_pictures(const conv2d_problem &problem);

/// Completed, and there is something to compute. Throws user_error.
conv2d_problem asked_conv2d(const layer_words &words);

/// Of the own words layout=, or src= and dst=. Throws user_error.
conv2d_layouts asked_layouts(const layer_words &words);

} // namespace tiramisu::nn
