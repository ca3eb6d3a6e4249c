#include "nn/sparse/recurrent/iterators.h"

#include "tiramisu/constant.h"

namespace tiramisu::nn {

tile_iterators::tile_iterators(const lane_tiles &tiles)
    : tile("tile", 0, tiles.tiles), v("v", 0, tiles.vectors), lane("lane", 0, tiles.lanes),
      at((tile * tiles.vectors + v) * tiles.lanes + lane) {}

sparse_recurrent_iterators::sparse_recurrent_iterators(const recurrent_problem &p,
                                                       const sparse_recurrent_cut &cut)
    : steps(p.lengths ? min(expr(constant("steps", p_int32)), p.t) : expr(p.t)),
      pass("pass", 0, sequence_passes(p).count), d("d", 0, p.directions()),
      block("block", 0, (steps + (cut.t - 1)) / cut.t), l("l", 0, sequence_passes(p).layers),
      t("t", 0, min(expr(cut.t), steps - block * cut.t)), b("b", 0, cut.units.count()),
      of_state("b", 0, blocks_of_state(p, cut.units).count()), u("u", 0, cut.units.size),
      gate("gate", 0, p.gates()), n("n", 0, p.mb), unit("unit", 0, p.hc),
      channel("unit", 0, p.dic()), pseudo_layer("pseudo_layer", 0, p.pseudo_layers()),
      place("place", 0, cut.unit_lanes()), input_columns("columns", 0, cut.of_input.count()),
      state_columns("columns", 0, cut.of_state.count()),
      output_columns("columns", 0, cut.of_output.count()),
      row_of_gates("row", 0, p.gates() * cut.units.size), row_of_output("row", 0, cut.units.size),
      of_block(cut.block), of_step(cut.sequences) {}

} // namespace tiramisu::nn
