#pragma once

#include "nn/sparse/conv2d/tiling.h"

namespace tiramisu::nn {

/// About what a convolution cut like this takes, counted in loads of vectors from the first-level
/// cache: for random patterns of the task's density, on one thread.
double cost_of(const sparse_conv2d_task &task, const tiling &blocking);

/// The same, cut by default_tiling().
double least_cost(const sparse_conv2d_task &task, const lane_grid &grid, int lanes);

/// The most channels of which a tile meets no more than stays in the first-level cache beside the
/// sums that go through it; at least one.
int channels_in_cache(const sparse_conv2d_task &task, const tiling &blocking);

} // namespace tiramisu::nn
