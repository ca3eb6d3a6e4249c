#pragma once

#include <optional>
#include <vector>

#include "nn/sparse/recurrent/cut.h"
#include "tiramisu/buffer.h"

namespace tiramisu::nn {

/// Sequences, states and what lies between computations, in the implicit function.
struct sparse_recurrent_memory {
    sparse_recurrent_memory(const sparse_recurrent_task &task,
                            const sparse_recurrent_tiling &blocking);

    recurrent_problem p;
    int places; ///< of a pseudo-layer's states: lanes of sequences, of zeros and units
    buffer src, h0, dst, hn;
    buffer rows;                   ///< lanes of a block of steps, of zeros and channels, then units
    buffer sums;                   ///< of products with rows
    buffer totals;                 ///< of a step
    buffer states;                 ///< of pseudo-layers, one after the other
    buffer next;                   ///< of a step: others still read the state before
    std::optional<buffer> between; ///< passes: what a pass makes of the sequence
    std::optional<buffer> outputs; ///< of cells, in a step, where they are projected
    std::optional<buffer> projected; ///< of a step
    std::optional<buffer> bias, c0, cn, cells, lengths;

    /// Of the function, in their order.
    std::vector<buffer> arguments(const std::vector<buffer> &weights) const;
};

/// What the function allocates.
std::size_t sparse_recurrence_bytes(const sparse_recurrent_task &task,
                                    const sparse_recurrent_tiling &blocking);

} // namespace tiramisu::nn
