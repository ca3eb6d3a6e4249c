#pragma once

#include <functional>
#include <optional>

#include "nn/framework/program/configuration.h"
#include "nn/sparse/spmm/tensors.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// How a product is cut into panels of neighbouring columns of b.
struct panel_tiling {
    int lanes, vectors, width; ///< of a panel
    int panels;
    int depth, blocks; ///< columns of a at once
    int unrolled;      ///< non-zeros with sums of their own
    int block;         ///< rows of a's blocks, whose sums are in registers together
    int rows;          ///< of blocks, whose sums are stored at once
    bool turns;        ///< stores sums of several rows, as c lies
    bool copies;

    panel_tiling(const spmm_task &task, const configuration &chosen);
};

/// Panels, rows of a's blocks; non-zeros with sums of their own, rows of a block, vectors, lanes.
struct panel_loops {
    var panel, i, u, r, v, lane;

    panel_loops(const spmm_task &task, const panel_tiling &blocking);
    expr row(const panel_tiling &blocking) const { return i * blocking.block + r; } ///< of a
};

/// What of b a non-zero with this offset meets in a column of the panel.
using met_in_panel = std::function<expr(const expr &offset, const expr &x)>;

/// The sums of a panel:
///
///     sums[u][r][v][lane] = start, 0, ...
///     for l of the row's non-zeros in a block of columns, `unrolled` at a time
///         sums[u][r][v][lane] += values[l + u][r] * met(offsets[l + u], v, lane)   in registers
///
/// A non-zero is a block of a's, where it has such. With one block of columns the sums of a row
/// stay in registers; with more, those of all rows stay in memory between blocks.
class panel_sums {
public:
    panel_sums(const spmm_task &task, const panel_tiling &blocking, const panel_loops &at,
               const spmm_tensors &tensors, const pattern &a, const met_in_panel &met);

    /// The sum where all non-zeros are added, in column x of the panel.
    expr at(const expr &x) const;
    /// Orders what stores the result, over columns `x`, after the sums, and all of it after `copy`;
    /// in parallel.
    void schedule(std::optional<computation> &copy, computation &result, const var &x);

private:
    void add(const pattern &a, const met_in_panel &met, const expr &u, const expr &element);
    void add_up();
    /// By tiles of rows.
    computation in_tiles(computation part) const;
    void keep_in_registers(computation part) const;
    void sum_rows(computation &result);
    void sum_blocks(computation &result);

    int threads_;
    const panel_tiling &blocking_;
    const panel_loops &at_;
    var block_, group_, rest_;
    var tile_, row_; ///< of rows whose sums are stored at once; each of them
    std::optional<computation> sums_, totals_;
};

} // namespace tiramisu::nn
