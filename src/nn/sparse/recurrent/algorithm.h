#pragma once

#include <optional>
#include <vector>

#include "nn/sparse/recurrent/cut.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// h = R(l) * h, of outputs that are not the hidden state themselves.
struct sparse_state_projection {
    computation start, product, totals, state;
};

/// A sparse recurrent layer in the language. Where dense layers go through all steps of a layer,
/// this one goes through all layers of a block of steps, so that what one layer leaves for the
/// next stays in a cache. States lie by units, with sequences side by side:
///
///     for passes
///         for directions
///             for blocks of steps                     in the direction's order
///                 rows = src of the block, or what the pass before made of it
///                 for layers of the pass
///                     for blocks of columns
///                         of_input = W(l) * rows      lanes are steps by sequences
///                         sums     = bias or sums before + of_input
///                     for steps
///                         totals = sums
///                         for blocks of columns
///                             of_hidden = U(l) * state    lanes are sequences; partial sums by
///                                                         chains
///                             totals   += of_hidden
///                         c, h      = ... totals
///                         h         = R(l) * h        where it is projected; lanes as above
///                         state, rows of this step = h
///                 dst, or what the next pass reads = rows
///
/// Rows are over-written in place: the layer's own products with them are done.
struct sparse_recurrence {
    computation rows_zeros;
    std::vector<computation> rows_fills; ///< by what they read, and by directions
    computation of_input_start, of_input, sums;
    computation totals_start, of_hidden_start, of_hidden, totals;
    std::vector<computation> cell; ///< c and h, or h alone
    std::optional<sparse_state_projection> projection;
    computation state, rows;
    std::vector<computation> results; ///< by where they go, and by directions
    std::vector<input> elements;      ///< of packed rows: their values and their offsets
    std::vector<buffer> arguments;    ///< of the implicit function

    /// Orders the stages in the loops that they share.
    void fuse() const;
};

/// Writes it into the implicit function.
sparse_recurrence sparse_recurrence_of(const sparse_recurrent_task &task,
                                       const sparse_recurrent_tiling &blocking);

} // namespace tiramisu::nn
