#pragma once

#include <string>
#include <vector>

#include "nn/framework/program/configuration.h"
#include "nn/sparse/compressed_rows/pattern.h"
#include "nn/sparse/conv2d/task.h"
#include "tiramisu/nn/layout.h"

namespace tiramisu::nn {

/// How a copy of the images lies, in floats.
struct copy_strides {
    int plane, row, column;
    int phases = 1, phase_length = 0;

    /// Where an element in channel c, row y, column x lies, all counted with the zeros around.
    template <typename Index>
    Index place(const Index &c, const Index &y, const Index &x) const {
        return c * plane + y * row + x % phases * phase_length + x / phases * column;
    }
};

/// Offsets are those of what a weight meets at the first position of the result.
pattern_packing packing_for(const sparse_conv2d_task &task, const copy_strides &copy,
                            int channels_a_block);

/// The grid whose one lane is the whole of an image: lanes of vectors are neighbouring columns.
inline lane_grid whole_images(const conv2d_problem &p) {
    const auto extents = p.dst_extents();
    return {1, 1, 1, extents[2], extents[3]};
}

/// How a sparse convolution is cut. A register tile is `rows` x `vectors` vectors of sums of one
/// filter: those that `windows_y` x `windows_x` elements of dst are made of, or lanes of them. Sums
/// that windows of two tiles share are computed for both. Tiles cover a block of the grid,
/// `slab_tiles` rows of them a slab: what is copied of the images at once.
struct tiling {
    lane_grid grid; ///< of dst
    int lanes;
    int windows_y, windows_x;
    int rows, vectors;
    int rows_apart, columns_apart; ///< sums from the first one of a tile to that of the next
    int tiles_y, tiles_x;
    int slab_tiles, slabs;
    int channels, channel_blocks; ///< of one pass over the filters; passes
    int groups;                   ///< of images

    tiling(const sparse_conv2d_task &task, const lane_grid &grid, int lanes,
           const configuration &chosen);

    bool lanes_are_columns() const { return grid.lanes() == 1; }
    /// Of one slab.
    copy_strides strides(const conv2d_problem &p) const;
    int copied_rows(const conv2d_problem &p) const;
    int copied_columns(const conv2d_problem &p) const; ///< of one phase
    int copy_size(const conv2d_problem &p) const { return p.ic * strides(p).plane; }
    /// Copy and sums, and a tile of them that is stored apart.
    std::size_t workspace_bytes(const conv2d_problem &p) const;
};

/// Why no tile fits into the registers; empty if one does.
std::string why_not_tiled(const sparse_conv2d_task &task, const lane_grid &grid, int lanes);

/// The parameters of a tiling, and the values that they may have. "x" counts vectors of sums where
/// lanes are columns, else columns of dst as "y" does rows.
std::vector<tunable> tiling_tunables(const sparse_conv2d_task &task, const lane_grid &grid,
                                     int lanes);

/// - "y", "x", and "c", either all channels or as many as keep what a tile reads of the copy in the
///   first-level cache: for which cost_of() is least;
/// - "slab": as few slabs as keep a copy in half of the second-level cache, but one for each
///   thread; some more if tiles fill them then.
configuration default_tiling(const sparse_conv2d_task &task, const lane_grid &grid, int lanes);

} // namespace tiramisu::nn
