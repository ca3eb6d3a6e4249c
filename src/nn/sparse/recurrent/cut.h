#pragma once

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/layers/recurrent/cell.h"
#include "nn/layers/recurrent/weights.h"
#include "nn/sparse/recurrent/task.h"

namespace tiramisu::nn {

/// Lanes side by side: vectors in tiles, of which sums are registers. What is left of the last tile
/// is filled up.
struct lane_tiles {
    int lanes, vectors, tiles;

    int count() const { return lanes * vectors * tiles; }
    int tile_lanes() const { return lanes * vectors; }

    /// Room for so many, in tiles as even as can be of up to `most` vectors.
    static lane_tiles of(int wanted, int lanes, int most) {
        const int vectors = std::max(1, divided_up(wanted, lanes));
        const int tiles = divided_up(vectors, most);
        return {lanes, divided_up(vectors, tiles), tiles};
    }
};

/// Columns of a matrix of weights, cut so that what those of a block meet stays in a cache while
/// the rows of a block of units go through it.
struct column_blocks {
    int columns, width;

    int count() const { return divided_up(columns, width); }

    /// So many, or fewer where there are not as many columns.
    static column_blocks of(int columns, int wanted) {
        return {columns, divided_up(columns, wanted)};
    }
};

/// How a sparse recurrent layer is cut.
struct sparse_recurrent_tiling {
    int lanes;            ///< of vectors over units
    lane_tiles sequences; ///< lanes of products with the hidden state
    int t;                ///< steps of a block: their products with inputs are one
    lane_tiles block;     ///< lanes of products with inputs: steps by sequences
    unit_blocks units;
    int chains;           ///< partial sums of a product with the hidden state
    bool chains_in_lanes; ///< of vectors, beside sequences
    column_blocks of_input, of_state, of_output; ///< of the matrices, the last of projections

    /// Lanes of a block of units.
    int unit_lanes() const { return units.size * sequences.count(); }
};

/// Rows of one kind of matrix in the packed pattern, by pseudo-layers, blocks of units, blocks of
/// columns. Those of a block of units lie in the order of their lengths in the block of columns, so
/// that processors foresee where one ends; each has a place in the block, by gates and units.
struct packed_matrices {
    int first; ///< row
    unit_blocks units;
    column_blocks columns;
    int gates;

    int of_block() const { return units.size * gates; }
    int of_pseudo_layer() const { return units.count() * columns.count() * of_block(); }
    expr place(const expr &unit, const expr &gate) const { return gate * units.size + unit; }
    expr row(const expr &pseudo_layer, const expr &block, const expr &column_block,
             const expr &row_of_block) const {
        return pseudo_layer * of_pseudo_layer() +
               (block * columns.count() + column_block) * of_block() + row_of_block + first;
    }
};

/// Where the rows of weights lie in the packed pattern: first those of all pseudo-layers that meet
/// inputs, then those that meet hidden states, then those of projections, whose units are channels.
struct packed_rows {
    packed_matrices of_input, of_state, of_output;
    int count;

    packed_rows(const recurrent_problem &p, const sparse_recurrent_tiling &blocking)
        : of_input{0, blocking.units, blocking.of_input, p.gates()},
          of_state{of_input.of_pseudo_layer() * p.pseudo_layers(), blocking.units,
                   blocking.of_state, p.gates()},
          of_output{of_state.first + of_state.of_pseudo_layer() * p.pseudo_layers(),
                    blocks_of_state(p, blocking.units), blocking.of_output, 1},
          count(of_output.first +
                (p.proj > 0 ? of_output.of_pseudo_layer() * p.pseudo_layers() : 0)) {}
};

/// Columns of the matrix that meets a pseudo-layer's input.
inline expr columns_of_input(const recurrent_problem &p, const expr &pseudo_layer) {
    return select(pseudo_layer < p.directions(), expr(p.ic), expr(p.dlc()));
}

/// Channels of the input that has most.
inline int widest_input(const recurrent_problem &p) {
    return std::max(p.ic, p.slc(p.l - 1));
}

/// Inputs, hidden states and what is projected to these lie in rows of lanes, from row 1. Row 0 is
/// zeros: what a packed element without a weight meets, so that it cannot make a NaN.
inline int lane_rows(const recurrent_problem &p, const unit_blocks &units) {
    return 1 + std::max({widest_input(p), units.padded_units(),
                         blocks_of_state(p, units).padded_units()});
}

/// Places of a pseudo-layer's states: its rows of lanes.
inline int state_places(const recurrent_problem &p, const sparse_recurrent_tiling &blocking) {
    return lane_rows(p, blocking.units) * blocking.sequences.count();
}

/// How often the sequence is gone through. One direction takes all layers along. Of two, a layer's
/// first step needs the last one of the layer below: each layer is a pass.
struct sequence_passes {
    int count, layers; ///< layers of a pass

    explicit sequence_passes(const recurrent_problem &p)
        : count(p.directions() == 1 ? 1 : p.l), layers(p.l / count) {}
};

} // namespace tiramisu::nn
