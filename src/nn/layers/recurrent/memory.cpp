#include "nn/layers/recurrent/memory.h"

#include "nn/layers/recurrent/cell.h"
#include "nn/layers/recurrent/lengths.h"

namespace tiramisu::nn {

namespace {

/// Rows of states that are a power of two apart would fall into the same few sets of a cache: a
/// line of nothing behind each keeps them apart.
constexpr int unused_floats = 16;

} // namespace

recurrent_memory::recurrent_memory(const recurrent_task &task, const recurrent_storage &storage)
    : p(task.problem), units(storage.blocks), channels(blocks_of_state(p, units)),
      src("src", {steps_given(p), p.mb, p.ic}, p_float32, a_input),
      weights("weights", {storage.weights.count}, p_float32, a_input),
      h0("first_hidden", {p.pseudo_layers(), p.mb, p.dic()}, p_float32, a_input),
      dst("dst", {steps_given(p), p.mb, p.dlc()}, p_float32, a_output),
      hn("last_hidden", h0.get_dim_sizes(), p_float32, a_output),
      states("states",
             {p.l, p.directions(), p.t + 1, p.mb, channels.padded_units() + unused_floats},
             p_float32, a_temporary) {
    const std::vector<expr> of_cells = {p.l, p.directions(), p.mb, units.padded_units()};
    if (p.has_cell_state()) {
        const std::vector<expr> given = {p.pseudo_layers(), p.mb, p.hc};
        c0.emplace("first_cell", given, p_float32, a_input);
        cn.emplace("last_cell", given, p_float32, a_output);
        cells.emplace("cells", of_cells, p_float32, a_temporary);
    }
    if (p.lengths) {
        lengths.emplace("lengths", std::vector<expr>{p.mb}, p_int32, a_input);
    }
    if (p.proj > 0) {
        outputs.emplace("outputs", of_cells, p_float32, a_temporary);
    }
}

std::vector<buffer> recurrent_memory::arguments() const {
    std::vector<buffer> list = {src, weights, h0};
    if (c0) {
        list.push_back(*c0);
    }
    if (lengths) {
        list.push_back(*lengths);
    }
    list.insert(list.end(), {dst, hn});
    if (cn) {
        list.push_back(*cn);
    }
    return list;
}

std::size_t recurrence_bytes(const recurrent_task &task, const recurrent_storage &storage) {
    const recurrent_problem &p = task.problem;
    const auto padded = [](const unit_blocks &blocks) {
        return static_cast<std::size_t>(blocks.padded_units());
    };
    const std::size_t units = padded(storage.blocks);
    const std::size_t channels = padded(blocks_of_state(p, storage.blocks));
    const std::size_t states = static_cast<std::size_t>(p.t + 1) * (channels + unused_floats);
    const std::size_t cells = p.has_cell_state() ? units : 0;
    const std::size_t projection = p.proj > 0 ? units + channels : 0;
    const std::size_t pseudo_layers = static_cast<std::size_t>(p.pseudo_layers());
    const std::size_t sums = (storage.sums_of_all_layers ? pseudo_layers : 1) *
                             static_cast<std::size_t>(storage.steps_of_sums) * units *
                             static_cast<std::size_t>(cell_sums::of(p.cell).slots);
    return sizeof(float) * static_cast<std::size_t>(p.mb) *
           (pseudo_layers * (states + cells + projection) + sums);
}

} // namespace tiramisu::nn
