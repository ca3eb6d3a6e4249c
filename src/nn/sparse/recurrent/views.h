#pragma once

#include <optional>

#include "nn/sparse/recurrent/iterators.h"
#include "nn/sparse/recurrent/memory.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// Memory as computations read it, whichever of them wrote it: what a step reads was written by
/// another one.
struct sparse_recurrent_views {
    sparse_recurrent_views(sparse_recurrent_memory &memory, const sparse_recurrent_iterators &at,
                           const sparse_recurrent_tiling &blocking);

    view rows, sums, totals, states, next;
    std::optional<view> between, cells, outputs, projected;
    std::optional<view> lengths_of_places; ///< of a block of units: vectors of places read vectors
    std::optional<input> bias, length;
};

} // namespace tiramisu::nn
