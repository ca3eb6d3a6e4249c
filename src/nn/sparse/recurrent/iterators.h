#pragma once

#include "nn/sparse/recurrent/cut.h"
#include "tiramisu/var.h"

namespace tiramisu::nn {

/// Iterators over lanes that lie in tiles.
struct tile_iterators {
    var tile, v, lane;
    expr at;

    explicit tile_iterators(const lane_tiles &tiles);
};

/// The iterators of a sparse recurrent layer: pass, direction, block of steps, layer of the pass,
/// step of the block, block of units, block of channels of the hidden state; unit or channel in its
/// block; gate; sequence, unit, channel; pseudo-layer, where all are gone through at once.
struct sparse_recurrent_iterators {
    expr steps; ///< known only at run time where the problem has lengths
    var pass, d, block, l, t, b, of_state, u, gate, n, unit, channel, pseudo_layer;
    var place;                                        ///< in a block of units: unit by lane
    var input_columns, state_columns, output_columns; ///< blocks of columns of the matrices
    var row_of_gates, row_of_output;                  ///< in a block of units, in the packed order
    tile_iterators of_block, of_step;

    sparse_recurrent_iterators(const recurrent_problem &problem,
                               const sparse_recurrent_tiling &blocking);
};

} // namespace tiramisu::nn
