#include "nn/sparse/recurrent/memory.h"

#include "nn/layers/recurrent/lengths.h"

namespace tiramisu::nn {

sparse_recurrent_memory::sparse_recurrent_memory(const sparse_recurrent_task &task,
                                                 const sparse_recurrent_tiling &blocking)
    : p(task.problem), places(state_places(p, blocking)),
      src("src", {steps_given(p), p.mb, p.ic}, p_float32, a_input),
      h0("first_hidden", {p.pseudo_layers(), p.mb, p.dic()}, p_float32, a_input),
      dst("dst", {steps_given(p), p.mb, p.dlc()}, p_float32, a_output),
      hn("last_hidden", {p.pseudo_layers(), p.mb, p.dic()}, p_float32, a_output),
      rows("rows", {lane_rows(p, blocking.units) * blocking.block.count()}, p_float32, a_temporary),
      sums("sums",
           {blocking.units.count(), p.gates() * blocking.units.size, blocking.block.count()},
           p_float32, a_temporary),
      totals("totals",
             {blocking.units.count(), cell_sums::of(p.cell).slots * blocking.units.size,
              blocking.sequences.count()},
             p_float32, a_temporary),
      states("states", {p.pseudo_layers() * places}, p_float32, a_temporary),
      next("next", {blocks_of_state(p, blocking.units).count(), blocking.unit_lanes()}, p_float32,
           a_temporary) {
    const int gaps = sequence_passes(p).count - 1;
    if (gaps > 0) {
        between.emplace("between", std::vector<expr>{gaps, p.t, p.mb, p.dlc()}, p_float32,
                        a_temporary);
    }
    if (p.bias) {
        bias.emplace("bias", std::vector<expr>{p.pseudo_layers(), p.bias_gates(), p.hc}, p_float32,
                     a_input);
        bias->any_shape(); // part of packed weights, which callers do not look into
    }
    if (p.has_cell_state()) {
        const std::vector<expr> given = {p.pseudo_layers(), p.mb, p.hc};
        c0.emplace("first_cell", given, p_float32, a_input);
        cn.emplace("last_cell", given, p_float32, a_output);
        cells.emplace("cells", states.get_dim_sizes(), p_float32, a_temporary);
    }
    if (p.proj > 0) {
        outputs.emplace("outputs", std::vector<expr>{places}, p_float32, a_temporary);
        projected.emplace("projected",
                          std::vector<expr>{blocks_of_state(p, blocking.units).count(),
                                            blocking.units.size, blocking.sequences.count()},
                          p_float32, a_temporary);
    }
    if (p.lengths) {
        lengths.emplace("lengths", std::vector<expr>{p.mb}, p_int32, a_input);
    }
}

std::vector<buffer> sparse_recurrent_memory::arguments(const std::vector<buffer> &weights) const {
    std::vector<buffer> list = {src};
    list.insert(list.end(), weights.begin(), weights.end());
    const auto add = [&](const std::optional<buffer> &one) {
        if (one) {
            list.push_back(*one);
        }
    };
    add(bias);
    list.push_back(h0);
    add(c0);
    add(lengths);
    list.insert(list.end(), {dst, hn});
    add(cn);
    return list;
}

std::size_t sparse_recurrence_bytes(const sparse_recurrent_task &task,
                                    const sparse_recurrent_tiling &blocking) {
    const recurrent_problem &p = task.problem;
    const double rows = lane_rows(p, blocking.units), units = blocking.units.padded_units();
    const double sequences = blocking.sequences.count();
    const double states = (p.has_cell_state() ? 2 : 1) * p.pseudo_layers() * rows * sequences;
    const double channels = blocks_of_state(p, blocking.units).padded_units();
    const double projection = p.proj > 0 ? rows + channels : 0;
    const double of_step =
        (cell_sums::of(p.cell).slots * units + channels + projection) * sequences;
    const double of_block = (rows + units * p.gates()) * blocking.block.count();
    const double between = (sequence_passes(p).count - 1.0) * p.t * p.mb * p.dlc();
    return static_cast<std::size_t>(sizeof(float) * (states + of_step + of_block + between));
}

} // namespace tiramisu::nn
