#pragma once

#include <vector>

#include "nn/layers/conv2d/tensors.h"
#include "nn/sparse/conv2d/tiled_sums.h"

// Copies of images whose neighbouring columns are lanes of vectors.

namespace tiramisu::nn {

/// Of a vector. Rows of up to half a vector take half vectors.
int column_lanes(const sparse_conv2d_task &task);

/// Fills the copy of a slab with what lies inside of the image. Returns all computations of the
/// copy, in their order.
///
/// Where the stride along rows is s, a row of the copy holds its columns 0, s, 2 s, ..., then 1,
/// s + 1, ...: so loads stay whole vectors.
std::vector<computation> shifted_copy(const sparse_conv2d_task &task, const tiling &blocking,
                                      const tile_loops &at, const input &src,
                                      const computation &copy);

} // namespace tiramisu::nn
