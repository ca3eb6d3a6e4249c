#pragma once

#include "nn/sparse_conv2d/tiling.h"

namespace tiramisu::nn {

/// The grid of lanes with the least vectors to compute, and, of equal ones, to copy: pictures as
/// far as there are enough, then blocks of a picture.
lane_grid lifted_grid(const sparse_conv2d_task &task);

} // namespace tiramisu::nn
