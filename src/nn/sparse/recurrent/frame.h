#pragma once

#include "nn/sparse/recurrent/iterators.h"
#include "nn/sparse/recurrent/memory.h"
#include "nn/sparse/recurrent/pattern.h"
#include "nn/sparse/recurrent/views.h"

namespace tiramisu::nn {

/// What all parts of a sparse recurrent layer's program refer to: its memory, weights and
/// iterators, and where in the memory these are.
struct sparse_recurrence_frame {
    recurrent_problem p;
    sparse_recurrent_tiling blocking;
    sparse_recurrent_memory memory;
    recurrent_pattern pattern;     ///< declares the number of its elements
    sparse_recurrent_iterators at; ///< declare that of steps, which is the argument behind it
    sparse_recurrent_views read;

    /// Declares them in the implicit function.
    sparse_recurrence_frame(const sparse_recurrent_task &task,
                            const sparse_recurrent_tiling &blocking);

    int sequences() const { return blocking.sequences.count(); }
    expr pseudo_layer() const { return (at.pass + at.l) * p.directions() + at.d; }
    /// In the order of the direction.
    expr step() const { return at.block * blocking.t + at.t; }
    /// Of the sequence, in a direction.
    expr step_of(const expr &direction) const;

    /// Of a lane of this step in a row of the block.
    expr row_place(const expr &row, const expr &lane) const;
    /// Of a unit's lane, in the states of one pseudo-layer or of all.
    expr state_place(const expr &unit, const expr &lane) const;
    expr state_place(const expr &pseudo_layer, const expr &unit, const expr &lane) const;
    /// Of a lane of a block of units, in the states of this pseudo-layer.
    expr block_place(const expr &block) const;

    /// `value` in sequences that have this step, `kept` in others.
    expr unless_ended(const expr &value, const expr &kept) const;
};

} // namespace tiramisu::nn
