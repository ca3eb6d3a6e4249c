#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "tiramisu/error.h"

namespace tiramisu::nn {

/// How the elements of a tensor of images lie in memory, the last letter side by side.
enum class layout {
    nchw,    ///< plain: image, channel, row, column
    nhwc,    ///< image, row, column, channel
    nchw16c, ///< image, block of 16 channels, row, column, channel in the block
    lifted   ///< of sparse convolutions: images and blocks of them side by side, as lane_grid says
};

/// How the 16 elements that lie side by side in the lifted layout are taken from images: the same
/// place in each of `images` images times `blocks_y` x `blocks_x` blocks of an image, in this
/// order, the last one fastest. A tensor lies by group of images, channel, row and column of a
/// block, lane.
struct lane_grid {
    int images = 1, blocks_y = 1, blocks_x = 1;
    int block_rows = 1, block_columns = 1; ///< of a block

    int lanes() const { return images * blocks_y * blocks_x; }
    /// Of a tensor of these extents: as many images as divide the batch, then the blocks that
    /// leave the fewest elements empty and, of those, have the shortest edges.
    static lane_grid of(const std::array<int, 4> &extents);
};
bool operator==(const lane_grid &left, const lane_grid &right);

/// "nchw", "nhwc", "nchw16c", "lifted".
std::string to_string(layout which);
/// The reverse. Throws user_error.
layout parse_layout(const std::string &text, source_place where = source_place::current());

/// Floats that a tensor of these extents (image, channel, row, column) takes. In nchw16c the last
/// block is whole, in lifted all blocks are equal; what they have too much is neither read nor
/// written.
std::size_t element_count(layout which, const std::array<int, 4> &extents);

/// Position of an element, counted in floats.
std::size_t element_position(layout which, const std::array<int, 4> &extents,
                             const std::array<int, 4> &index);

} // namespace tiramisu::nn
