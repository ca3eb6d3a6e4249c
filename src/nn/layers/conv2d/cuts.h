#pragma once

#include <functional>
#include <vector>

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d/tensors.h"

// How solvers cut results into rows, vectors and blocks.

namespace tiramisu::nn {

/// Lanes of vectors along a row of the result: where a row is not a number of whole vectors,
/// shorter ones, so that little is left over. 28 columns make two of 14.
int lanes_of_a_row(const conv2d_task &task);

/// Bytes of the image, with its zeros, that so many rows of the result meet in so many channels.
std::size_t padded_bytes(const conv2d_task &task, int channels, int rows);

/// Of a group.
std::size_t bytes_of_weights(const conv2d_task &task);

/// Whether weights do not stay in the second-level cache: every block and tile of rows reads them
/// from farther away.
bool weights_are_streamed(const conv2d_task &task);

/// Whether a weight takes from memory more than about an eighth of the time of its products: four
/// bytes take 1.5 cycles where a core gets 8 GB/s, in which it multiplies 50 times.
bool waits_for_weights(const conv2d_task &task);

/// Tiles of equal blocks: as few blocks as `fit`, but at least one for each thread that has none of
/// the `units` that run in parallel beside them.
int tiles_of_a_block(const machine &target, int tiles, int units,
                     const std::function<bool(int tiles)> &fit);

/// What one block of rows of the result is to be.
struct row_blocks {
    int tile_rows;   ///< a block is made of whole tiles
    int channels;    ///< of the image, that a block reads
    int units;       ///< that run in parallel beside the blocks
    int cache_parts; ///< the block's part of the image takes one of so many parts of the cache
};

/// Rows of blocks of equal size: as few blocks as keep their parts of the image in the
/// second-level cache, but at least one for each thread.
int rows_of_a_block(const conv2d_task &task, const row_blocks &wanted);

/// Loops and those inside of them.
std::vector<var> followed_by(std::vector<var> loops, const std::vector<var> &inner);

/// Loops over columns of the result inside of `outer` and one block of rows.
struct column_loops {
    std::vector<var> outer; ///< around what one copy of a part of the image serves
    var columns;            ///< of one block, to be cut into tiles
};

/// All columns are one block; where it is not known how many there are, those that the task is cut
/// for, in whole tiles, so that copies have a size that is known while compiling.
column_loops cut_into_blocks(const conv2d_task &task, computation result, const var &columns,
                             int tile);

/// The iterations of a tile's loop over rows or columns, `tile` at most, in a part of what is
/// computed at a tile. Where rows and columns are not known while compiling, the loop is split by
/// as many, so that it can be unrolled; at a tile the outer part runs once.
var of_a_tile(const conv2d_task &task, computation part, const var &loop, int tile);

/// A loop and how often it runs.
struct counted_loop {
    var loop;
    int iterations;
};

/// The loop over channels of src that are summed up, or two where src has them in blocks: over the
/// blocks, and over the channels of one, which lie side by side, so that no place is divided for.
std::vector<var> loops_over_channels(const conv2d_task &task, computation steps,
                                     const counted_loop &channels);

/// The outermost of these loops that has an iteration for each thread: over images, over groups,
/// else over blocks of rows.
var parallel_loop(const conv2d_task &task, const var &images, const counted_loop &groups,
                  const var &row_blocks);

} // namespace tiramisu::nn
