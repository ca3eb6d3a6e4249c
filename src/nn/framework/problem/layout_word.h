#pragma once

#include <string>

#include "nn/framework/problem/choice_word.h"
#include "tiramisu/nn/layout.h"

// Words of problems that name how images lie.

namespace tiramisu::nn {

inline const std::string layout_key = "layout";

/// Those of layers that see images as rows of pixels, in the order in which errors name them: the
/// lifted one is for convolutions.
const alternative_names<layout> &image_layout_names();

} // namespace tiramisu::nn
