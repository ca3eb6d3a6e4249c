#pragma once

#include <optional>
#include <vector>

#include "nn/recurrent/cell.h"
#include "nn/recurrent/weights.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// The iterators of a recurrent layer: layer, step, sequence, block of units, slot of a cell's
/// sums, unit in its block; channel of the sequence, hidden unit that a product is with.
struct recurrent_iterators {
    expr steps; ///< known only at run time where the problem has lengths
    var l, t, n, b, s, u, c, k;

    recurrent_iterators(const recurrent_task &task, const unit_blocks &blocks);
};

/// Where a schedule wants what is kept between computations.
struct recurrent_storage {
    unit_blocks blocks;
    recurrent_weights weights; ///< in these blocks
    int steps_of_sums = 1;     ///< neighbouring steps whose sums are kept at once, at most all
    bool sums_of_all_layers = false; ///< else layers use the same memory in turn
};

/// The layer in the language, as the cyclic recurrence over layers and steps that it is:
///
///     sums(l, t)  = biases(l)
///     sums(0, t) += W(0) * src(t)
///     sums(l, t) += W(l) * h(l - 1, t)
///     sums(l, t) += U(l) * h(l, t - 1)
///     c(l, t)     = ... sums(l, t), c(l, t - 1)              only of an LSTM
///     h(l, t)     = ... sums(l, t), c(l, t) or h(l, t - 1)
///
/// Sequences that have ended keep c and h.
///
/// Schedules say which loops they share: those over layers and steps, or more.
struct recurrence {
    recurrent_iterators at;
    computation start, from_src;
    std::optional<computation> from_below; ///< where there are several layers
    computation from_before;
    std::vector<computation> cell; ///< c and h, or h alone
    std::vector<buffer> arguments; ///< of the implicit function

    /// from_src, from_below, from_before
    std::vector<computation> products() const;
    /// All stages in their order.
    std::vector<computation> stages() const;
    /// Orders the stages. All share the loops down to `of_inputs`; the cell shares those down to
    /// `of_state` with from_before.
    void fuse(const var &of_inputs, const var &of_state) const;
};

/// Writes it into the implicit function.
recurrence recurrence_of(const recurrent_task &task, const recurrent_storage &storage);

/// What the function allocates.
std::size_t recurrence_bytes(const recurrent_task &task, const recurrent_storage &storage);

} // namespace tiramisu::nn
