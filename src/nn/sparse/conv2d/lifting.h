#pragma once

#include <vector>

#include "nn/layers/conv2d/tensors.h"
#include "nn/sparse/conv2d/tiled_sums.h"

namespace tiramisu::nn {

/// The lane that holds this block of this image of a group.
expr lane_of(const lane_grid &grid, const expr &image, const expr &block_y, const expr &block_x);

/// Iterators over the lanes of a vector.
struct lane_loops {
    var image, block_y, block_x;

    explicit lane_loops(const lane_grid &grid);
    expr lane(const lane_grid &grid) const { return lane_of(grid, image, block_y, block_x); }
};

/// The copy of a slab: what positions of each block meet, in its lane.
struct lifted_copy {
    std::vector<computation> parts; ///< in their order
    copied_element element;
};

lifted_copy lift(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
                 const conv2d_images &images);

} // namespace tiramisu::nn
