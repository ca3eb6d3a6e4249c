#pragma once

#include <algorithm>

#include "nn/program/pieces.h"
#include "nn/recurrent/cell.h"
#include "nn/recurrent/weights.h"
#include "nn/sparse_recurrent/task.h"

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

/// How a sparse recurrent layer is cut.
struct sparse_recurrent_cut {
    int lanes;            ///< of vectors over units
    lane_tiles sequences; ///< lanes of products with the hidden state
    int t;                ///< steps of a block: their products with inputs are one
    lane_tiles block;     ///< lanes of products with inputs: steps by sequences
    unit_blocks units;
    int chains; ///< partial sums of a product with the hidden state

    /// Lanes of a block of units.
    int unit_lanes() const { return units.size * sequences.count(); }
};

/// Where the rows of weights lie in the packed pattern: for each pseudo-layer those that meet its
/// input, then those that meet its hidden state; of either by units, and of a unit by gates. Behind
/// those of all pseudo-layers lie their projections', by channels.
struct packed_rows {
    int of_matrix, gates, outputs_at, of_projection;

    packed_rows(const recurrent_problem &p, const unit_blocks &units)
        : of_matrix(units.padded_units() * p.gates()), gates(p.gates()),
          outputs_at(2 * p.pseudo_layers() * of_matrix),
          of_projection(p.proj > 0 ? blocks_of_state(p, units).padded_units() : 0) {}

    /// `matrix` is 2 * pseudo-layer, or that plus 1 for the hidden state.
    expr at(const expr &matrix, const expr &unit, const expr &gate) const {
        return matrix * of_matrix + unit * gates + gate;
    }
    expr of_output(const expr &pseudo_layer, const expr &channel) const {
        return pseudo_layer * of_projection + channel + outputs_at;
    }
    int count(const recurrent_problem &p) const {
        return outputs_at + p.pseudo_layers() * of_projection;
    }
};

/// Inputs, hidden states and what is projected to these lie in rows of lanes, from row 1. Row 0 is
/// zeros: what a packed element without a weight meets, so that it cannot make a NaN.
inline int lane_rows(const recurrent_problem &p, const unit_blocks &units) {
    return 1 + std::max({p.ic, units.padded_units(), blocks_of_state(p, units).padded_units(),
                         p.slc(p.l - 1)});
}

/// How often the sequence is gone through. One direction takes all layers along. Of two, a layer's
/// first step needs the last one of the layer below: each layer is a pass.
struct sequence_passes {
    int count, layers; ///< layers of a pass

    explicit sequence_passes(const recurrent_problem &p)
        : count(p.directions() == 1 ? 1 : p.l), layers(p.l / count) {}
};

} // namespace tiramisu::nn
