#pragma once

#include <optional>
#include <vector>

#include "nn/sparse_conv2d/solver.h"
#include "nn/sparse_conv2d/tiling.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

/// The loops of a tiled sparse convolution: groups of pictures, slabs, tiles, filters; in a tile
/// rows, vectors, lanes.
struct tile_loops {
    var n, slab, y_tile, x_tile, f, y, x, lane;

    tile_loops(const sparse_conv2d_task &task, const tiling &cut);
    /// Row and vector of the block.
    expr block_row(const tiling &cut) const;
    expr block_vector(const tiling &cut) const { return x_tile * cut.vectors + x; }
    std::vector<var> of_tile() const { return {n, slab, y_tile, x_tile, f, y, x, lane}; }
};

/// Memory of a copy of what a slab meets of the pictures, zeros to begin with.
computation zeroed_copy(const sparse_conv2d_task &task, const tiling &cut, const tile_loops &at);

/// The sums of tiles:
///
///     sums[y][x][lane] = start
///     for k of the filter's non-zeros in a block of channels
///         sums[y][x][lane] += values[k] * copy[offsets[k] + y, x, lane]      in registers
///
/// With one block of channels the sums of a filter stay in registers; with more, those of all
/// filters stay in memory between blocks.
class tiled_sums {
public:
    /// What reads the sums: vectors in registers, or elements, for which they are stored first.
    enum class read_by { vectors, elements };

    tiled_sums(const sparse_conv2d_task &task, const tiling &cut, const tile_loops &at,
               const pattern &weights, const computation &copy, const expr &start, read_by reader);

    /// The sums where all non-zeros are added, at row y, vector x, lane of a tile.
    expr at(const expr &y, const expr &x, const expr &lane) const;
    /// Orders what stores the result after the sums, and all of it after `last_of_copy`; runs
    /// pictures or slabs in parallel, those of `copy` as well.
    void schedule(std::vector<computation> copy, computation &result);
    /// Unrolls rows and vectors of a tile, and runs its lanes as vectors.
    void keep_in_registers(computation part) const;

private:
    void sum_up(computation &last_of_copy, computation &result);

    int threads_;

    const tiling &cut_;
    const tile_loops &at_;
    var block_;
    std::optional<computation> sums_, staged_;
};

} // namespace tiramisu::nn
