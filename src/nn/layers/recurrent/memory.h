#pragma once

#include <optional>
#include <vector>

#include "nn/layers/recurrent/weights.h"
#include "tiramisu/buffer.h"

namespace tiramisu::nn {

/// Where a schedule wants what is kept between computations.
struct recurrent_storage {
    unit_blocks blocks;
    recurrent_weights weights; ///< in these blocks
    int steps_of_sums = 1;     ///< neighbouring steps whose sums are kept at once, at most all
    bool sums_of_all_layers = false; ///< else they, and directions, use the same memory in turn
};

/// Sequences, states and what is kept between computations, in the implicit function.
struct recurrent_memory {
    recurrent_memory(const recurrent_task &task, const recurrent_storage &storage);

    recurrent_problem p;
    unit_blocks units, channels; ///< of cells; of hidden states
    buffer src, weights, h0, dst, hn;
    buffer states; ///< of layer, direction and step, after the step before
    std::optional<buffer> c0, cn, cells, lengths;
    std::optional<buffer> outputs; ///< of cells, where a projection makes hidden states of them

    /// Of the function, in their order.
    std::vector<buffer> arguments() const;
};

/// What the function allocates.
std::size_t recurrence_bytes(const recurrent_task &task, const recurrent_storage &storage);

} // namespace tiramisu::nn
