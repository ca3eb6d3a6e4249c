#pragma once

#include "layer_words.h"
#include "tiramisu/nn/conv2d.h"

// What generators of convolutions read of their words.

namespace tiramisu::nn {

/// Of the own words layout=, or src= and dst=. Throws user_error.
conv2d_layouts asked_layouts(const layer_words &words);

} // namespace tiramisu::nn
