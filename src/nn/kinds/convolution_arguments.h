#pragma once

#include <string>
#include <vector>

#include "nn/kinds/option_words.h"
#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/layer_kinds.h"

namespace tiramisu::nn {

/// Of a completed convolution, dense or sparse.
std::vector<layer_argument> convolution_arguments(const conv2d_problem &problem,
                                                  const conv2d_layouts &layouts);

/// Of the words src= and dst=. Throws user_error.
conv2d_layouts read_layouts(const option_words &words);

/// " src=nchw dst=nhwc"
std::string layouts_text(const conv2d_layouts &layouts);

} // namespace tiramisu::nn
