#pragma once

#include "nn/layers/conv2d/task.h"
#include "tiramisu/error.h"

namespace tiramisu::nn {

/// Throws user_error if a layout is none that there is, or if src or dst, lying so, has more
/// elements than 32-bit integers count.
void check_layouts(const conv2d_problem &problem, const conv2d_layouts &layouts,
                   source_place where);

} // namespace tiramisu::nn
