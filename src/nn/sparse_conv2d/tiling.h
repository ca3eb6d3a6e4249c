#pragma once

#include <vector>

#include "nn/program/configuration.h"
#include "nn/sparse_conv2d/pattern.h"

namespace tiramisu::nn {

/// What the lanes of a vector are: the same place in `images` pictures times `blocks_y` times
/// `blocks_x` blocks of a picture, or, where all three are 1, neighbouring columns.
struct lane_grid {
    int images = 1, blocks_y = 1, blocks_x = 1;

    int lanes() const { return images * blocks_y * blocks_x; }
    bool are_columns() const { return lanes() == 1; }
};

/// How a sparse convolution is cut. A register tile is `rows` x `vectors` vectors of sums of one
/// filter; tiles cover a block of the result of one picture (the whole of it where lanes are
/// columns), `slab_tiles` rows of them a slab: what is copied of the pictures at once.
struct tiling {
    lane_grid grid;
    int lanes;
    int block_rows, block_columns; ///< of the result
    int rows, vectors;
    int tiles_y, tiles_x;
    int slab_tiles, slabs;
    int channels, channel_blocks; ///< of one pass over the filters; passes
    int groups;                   ///< of images

    tiling(const sparse_conv2d_task &task, const lane_grid &grid, int lanes,
           const configuration &chosen);

    /// Columns of the result that a vector covers.
    int columns_of_vector() const { return grid.are_columns() ? lanes : 1; }
    /// Of one slab.
    copy_strides strides(const conv2d_problem &p) const;
    int copied_rows(const conv2d_problem &p) const;
    int copied_columns(const conv2d_problem &p) const; ///< of one phase
    int copy_size(const conv2d_problem &p) const { return p.ic * strides(p).plane; }
    /// Whether tiles reach beyond the block.
    bool has_rows_beyond() const { return slabs * slab_tiles * rows > block_rows; }
    bool has_columns_beyond() const {
        return tiles_x * vectors * columns_of_vector() > block_columns;
    }
};

/// The parameters of a tiling, and the values that they may have.
std::vector<tunable> tiling_tunables(const sparse_conv2d_task &task, const lane_grid &grid,
                                     int lanes);

/// - "y", "x": the register tile for which the vectors of sums of all tiles, with three more for
///   the loop of each tile, are fewest;
/// - "c": as many channels as keep what a tile reads of the copy in the first-level cache, but so
///   many that a filter has eight non-zeros in them to pay for loading and storing its sums;
/// - "slab": as few slabs as keep a copy in half of the second-level cache, but one for each
/// thread.
configuration default_tiling(const sparse_conv2d_task &task, const lane_grid &grid, int lanes);

} // namespace tiramisu::nn
