#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "nn/sparse/conv2d/shared_work.h"
#include "nn/sparse/conv2d/solver.h"
#include "nn/sparse/conv2d/tiling.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

/// The loops of a tiled sparse convolution: groups of images, slabs; channels of the copy; tiles,
/// filters; in a tile rows and vectors of sums, lanes; rows and columns of dst.
struct tile_loops {
    var n, slab, c, y_tile, x_tile, f, y, x, lane, window_y, window_x;

    tile_loops(const sparse_conv2d_task &task, const tiling &blocking);
    /// Row and column of dst in the block.
    expr dst_row(const tiling &blocking) const;
    expr dst_column(const tiling &blocking) const { return x_tile * blocking.windows_x + window_x; }
    /// Row of the block's sums that is the first of the tile.
    expr first_row(const tiling &blocking) const;
    expr first_column(const tiling &blocking) const { return x_tile * blocking.columns_apart; }
    /// Of all loops around a tile, and these in it.
    std::vector<var> of_tile(const var &rows, const var &vectors) const {
        return {n, slab, y_tile, x_tile, f, rows, vectors, lane};
    }
};

/// Memory of a copy of what a slab meets of the images, zeros to begin with.
computation zeroed_copy(const sparse_conv2d_task &task, const tiling &blocking,
                        const tile_loops &at);

/// What lies at a place of a copy, counted in floats: where tile_loops say.
using copied_element = std::function<expr(const expr &place)>;

/// The sums of tiles:
///
///     sums[y][x][lane] = start
///     for k of the filter's non-zeros in a block of channels
///         sums[y][x][lane] += values[k] * copy[offsets[k] + y, x, lane]      in registers
///     staged[window_y][x][lane] = what single elements are read of
///
/// With one block of channels the sums of a filter stay in registers; with more, those of all
/// filters stay in memory between blocks.
class tiled_sums {
public:
    tiled_sums(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
               const pattern &weights, const copied_element &copy, const expr &start);

    /// The sum, with all non-zeros added, at row y, vector x, lane of a tile.
    expr at(const expr &y, const expr &x, const expr &lane) const;
    /// Stores what is made of the sums at row window_y, this vector, lane, so that single elements
    /// of it can be read.
    void stage(const var &vector, int vectors, const expr &value);
    /// What is staged there.
    expr staged(const expr &y, const expr &x, const expr &lane) const;
    /// Orders what stores the result after the sums, or what is staged of them, and all of it after
    /// `copy`, whose parts follow one another in loop `copied`: a slab or, as where threads share
    /// channels, one of these. Runs in parallel what threads share.
    void schedule(std::vector<computation> copy, const var &copied, computation &result);
    /// Unrolls rows and vectors of a tile, and runs its lanes as vectors.
    void keep_in_registers(computation part, const var &rows, const var &vectors) const;

private:
    void share_out(computation &copy, computation &result);
    void sum_up(computation &last_of_copy, computation &result);
    expr of_tile(const computation &what, const expr &y, const expr &x, const expr &lane) const;

    shared_work shared_;
    const tiling &blocking_;
    const tile_loops &at_;
    var block_;
    std::optional<computation> sums_, staged_;
    std::optional<var> staged_vector_;
};

} // namespace tiramisu::nn
