#include "nn/sparse/recurrent/iterators.h"

#include "tiramisu/constant.h"

namespace tiramisu::nn {

tile_iterators::tile_iterators(const lane_tiles &tiles)
    : tile("tile", 0, tiles.tiles), v("v", 0, tiles.vectors), lane("lane", 0, tiles.lanes),
      at((tile * tiles.vectors + v) * tiles.lanes + lane) {}

sparse_recurrent_iterators::sparse_recurrent_iterators(const recurrent_problem &p,
                                                       const sparse_recurrent_tiling &blocking)
    : steps(p.lengths ? min(expr(constant("steps", p_int32)), p.t) : expr(p.t)),
      pass("pass", 0, sequence_passes(p).count), d("d", 0, p.directions()),
      block("block", 0, (steps + (blocking.t - 1)) / blocking.t),
      l("l", 0, sequence_passes(p).layers),
      t("t", 0, min(expr(blocking.t), steps - block * blocking.t)),
      b("b", 0, blocking.units.count()),
      of_state("b", 0, blocks_of_state(p, blocking.units).count()), u("u", 0, blocking.units.size),
      gate("gate", 0, p.gates()), n("n", 0, p.mb), unit("unit", 0, p.hc),
      channel("unit", 0, p.dic()), pseudo_layer("pseudo_layer", 0, p.pseudo_layers()),
      place("place", 0, blocking.unit_lanes()),
      input_columns("columns", 0, blocking.of_input.count()),
      state_columns("columns", 0, blocking.of_state.count()),
      output_columns("columns", 0, blocking.of_output.count()),
      row_of_gates("row", 0, p.gates() * blocking.units.size),
      row_of_output("row", 0, blocking.units.size), of_block(blocking.block),
      of_step(blocking.sequences) {}

} // namespace tiramisu::nn
