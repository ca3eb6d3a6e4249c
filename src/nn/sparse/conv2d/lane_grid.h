#pragma once

#include <string>

#include "nn/sparse/conv2d/task.h"
#include "tiramisu/nn/layout.h"

namespace tiramisu::nn {

/// The grid of the result's lanes: that of its layout, else that of the layout of src, else the one
/// with the least vectors to compute and, of equal ones, to copy.
lane_grid lifted_grid(const sparse_conv2d_task &task);

/// Why images in the lifted layout cannot be copied by whole vectors; empty if they can: all
/// lanes are full, and what a block's positions meet lies in it and in its neighbours.
std::string why_not_lifted(const sparse_conv2d_task &task, const lane_grid &result);

} // namespace tiramisu::nn
