#include "nn/layers/recurrent/tiles.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"

namespace tiramisu::nn {

namespace {

constexpr int most_vectors = 4;
constexpr const char *n_tile = "n_tile";

/// Rows of a tile of so many vectors: a register for each sum, for the vectors of weights, and
/// for the state that they are multiplied with.
int most_rows(const machine &target, int vectors) {
    return std::max(1, (target.registers - vectors - 1) / vectors);
}

void cut_product_of_inputs(computation product, const recurrent_tiles &tiles, const var &channel) {
    product.split("t", tiles.t_block, step_block, step_in_block);
    product.split(step_in_block, tiles.t, "t_tile", "t_row").split("n", tiles.n, n_tile, "n_row");
    product.reorder(
        {"l", "d", step_block, unit_block, "t_tile", n_tile, channel, "t_row", "n_row", "s", "u"});
}

void cut_product_of_state(computation product, const recurrent_tiles &tiles) {
    product.split("t", tiles.t_block, step_block, step_in_block)
        .split("n", tiles.n, n_tile, "n_row");
    product.reorder(
        {"l", "d", step_block, step_in_block, unit_block, n_tile, "k", "n_row", "s", "u"});
}

/// Of what is done after products, unit by unit.
void cut_stage_of_state(computation stage, const recurrent_tiles &tiles,
                        const std::vector<var> &inner) {
    stage.split("t", tiles.t_block, step_block, step_in_block);
    std::vector<var> order = {"l", "d", step_block, step_in_block, unit_block};
    order.insert(order.end(), inner.begin(), inner.end());
    stage.reorder(order);
}

void keep_in_registers(computation product, const recurrent_tiles &tiles,
                       const std::vector<var> &rows) {
    const var vector("u_vector"), lane("u_lane");
    product.vectorize("u", tiles.lanes, vector, lane);
    for (const var &one : rows) {
        product.tag_unroll_level(one);
    }
    product.tag_unroll_level("s");
    product.tag_unroll_level(vector);
    product.cache_write(n_tile, memory::registers);
}

} // namespace

recurrent_tiles::recurrent_tiles(const recurrent_task &task, const configuration &chosen)
    : lanes(task.target.lanes), u_vectors(chosen.at("u_vectors")), n(chosen.at("n")),
      t(chosen.at("t")), t_block(t * chosen.at("t_tiles")) {}

recurrent_storage recurrent_tiles::storage(const recurrent_task &task,
                                           bool sums_of_all_layers) const {
    const unit_blocks blocks{task.problem.hc, u_vectors * lanes};
    return {blocks, packed_recurrent_weights(task.problem, blocks),
            std::min(t_block, task.problem.t), sums_of_all_layers};
}

std::vector<tunable> recurrent_tiles::tunables(const recurrent_task &task) {
    const int rows = most_rows(task.target, cell_sums::of(task.problem.cell).slots);
    return {{"n", up_to(std::min(rows, task.problem.mb))},
            {"t", up_to(std::min(rows, task.problem.t))},
            {"t_tiles", up_to(task.problem.t)},
            {"u_vectors", up_to(most_vectors)}};
}

configuration recurrent_tiles::default_configuration(const recurrent_task &task, int steps) {
    const recurrent_problem &p = task.problem;
    const int rows = most_rows(task.target, cell_sums::of(p.cell).slots);
    const int sequences = std::max(1, p.mb);
    const int n = divided_up(sequences, divided_up(sequences, rows));
    const int t = std::max(1, std::min({rows / n, steps, p.t}));
    return {{"n", n},
            {"t", t},
            {"t_tiles", divided_up(std::max(1, std::min(steps, p.t)), t)},
            {"u_vectors", 1}};
}

void cut_into_tiles(const recurrence &all, const recurrent_tiles &tiles) {
    computation start = all.start;
    start.split("t", tiles.t_block, step_block, step_in_block);
    start.reorder({"l", "d", step_block, unit_block, step_in_block, "n", "s", "u"});
    for (const product_of_input &one : all.from_inputs) {
        cut_product_of_inputs(one.part, tiles, one.channel);
    }
    cut_product_of_state(all.from_before, tiles);
    for (const computation &one : all.cell) {
        cut_stage_of_state(one, tiles, {"n", "u"});
    }
    if (all.projection) {
        cut_stage_of_state(all.projection->start, tiles, {"n", "s", "u"});
        cut_product_of_state(all.projection->product, tiles);
        cut_stage_of_state(all.projection->state, tiles, {"n", "u"});
    }
}

void keep_tiles_in_registers(const recurrence &all, const recurrent_tiles &tiles) {
    computation start = all.start;
    start.vectorize("u", tiles.lanes);
    for (const product_of_input &one : all.from_inputs) {
        keep_in_registers(one.part, tiles, {"t_row", "n_row"});
    }
    keep_in_registers(all.from_before, tiles, {"n_row"});
    for (computation one : all.cell) {
        one.vectorize("u", tiles.lanes);
    }
    if (all.projection) {
        computation begin = all.projection->start, state = all.projection->state;
        begin.vectorize("u", tiles.lanes);
        keep_in_registers(all.projection->product, tiles, {"n_row"});
        state.vectorize("u", tiles.lanes);
    }
}

} // namespace tiramisu::nn
