#pragma once

#include <vector>

#include "nn/layers/conv2d/tensors.h"
#include "nn/sparse/conv2d/tiled_sums.h"

namespace tiramisu::nn {

/// Copies what a slab meets of lifted images into `memory`, by whole vectors: blocks as they are
/// and, around them, zeros and over these the edges of neighbours, in the lanes that have such a
/// one. Returns the parts in their order.
std::vector<computation> surrounded_blocks(const sparse_conv2d_task &task, const tiling &blocking,
                                           const tile_loops &at, const conv2d_images &images,
                                           const buffer &memory);

} // namespace tiramisu::nn
