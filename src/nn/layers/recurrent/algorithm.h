#pragma once

#include <optional>
#include <vector>

#include "nn/layers/recurrent/cell.h"
#include "nn/layers/recurrent/memory.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// The iterators of a recurrent layer: layer, direction, step, sequence, block of units, slot of a
/// cell's sums, unit in its block; channel of the sequence, hidden unit that a product is with.
/// Steps count in the order in which a direction goes through them.
struct recurrent_iterators {
    expr steps; ///< known only at run time where the problem has lengths
    var l, d, t, n, b, s, u, c, k;

    recurrent_iterators(const recurrent_task &task, const unit_blocks &blocks);
};

/// A product with an input, and the loop over what is summed up.
struct product_of_input {
    computation part;
    var channel;
};

/// What makes the hidden state of the outputs of cells, and the stages of it.
struct state_projection {
    computation start, product, state;
};

/// The layer in the language, as the cyclic recurrence over layers and steps that it is:
///
///     sums(l, d, t)  = biases(l, d)
///     sums(0, d, t) += W(0, d) * src(t, or steps - 1 - t in reverse)
///     sums(l, d, t) += W(l, d) * h(l - 1, d, t)
///     sums(l, d, t) += W(l, d) * h(l - 1, 1 - d, steps - 1 - t)      only of two directions
///     sums(l, d, t) += U(l, d) * h(l, d, t - 1)
///     c(l, d, t)     = ... sums(l, d, t), c(l, d, t - 1)             only of an LSTM
///     h(l, d, t)     = ... sums(l, d, t), c(l, d, t) or h(l, d, t - 1)
///
/// and with a projection, where the last line is that of outputs:
///
///     projected(l, d, t)  = 0
///     projected(l, d, t) += R(l, d) * outputs(l, d)
///     h(l, d, t)          = projected(l, d, t)
///
/// Sequences keep c and h behind their ends; in reverse that is before they begin.
///
/// Schedules say which loops they share: those over layers, directions and steps, or more.
struct recurrence {
    recurrent_iterators at;
    computation start;
    std::vector<product_of_input> from_inputs; ///< of src, then of the layer below
    computation from_before;
    std::vector<computation> cell; ///< c and h, or h alone; h is an output where it is projected
    std::optional<state_projection> projection;
    std::vector<buffer> arguments; ///< of the implicit function

    /// from_inputs, from_before, that of the projection.
    std::vector<computation> products() const;
    /// All stages in their order.
    std::vector<computation> stages() const;
    /// Orders the stages. All share the loops down to `of_inputs`; the cell shares those down to
    /// `of_state` with from_before, and so do the stages of the projection with each other, which
    /// share those down to `step` with the cell.
    void fuse(const var &of_inputs, const var &step, const var &of_state) const;
};

/// Writes it into the implicit function.
recurrence recurrence_of(const recurrent_task &task, const recurrent_storage &storage);

} // namespace tiramisu::nn
