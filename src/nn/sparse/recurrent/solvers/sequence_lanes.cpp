#include "nn/sparse/recurrent/solvers/sequence_lanes.h"

#include <algorithm>
#include <cmath>

#include "nn/sparse/recurrent/algorithm.h"
#include "nn/sparse/recurrent/memory.h"
#include "nn/sparse/recurrent/packer.h"
#include "nn/sparse/recurrent/pattern.h"

namespace tiramisu::nn {

namespace {

constexpr int most_vectors = 8; ///< of a tile: a weight's index and value are read once for them

/// The least power of two that so many sequences fit into, or a whole vector.
int lanes_of_sequences(const sparse_recurrent_task &task) {
    int lanes = 1;
    while (lanes < task.target.lanes && lanes < task.problem.mb) {
        lanes *= 2;
    }
    return lanes;
}

/// So many that the rows of a block take half of the second-level cache.
int vectors_of_block(const sparse_recurrent_task &task) {
    const int rows = lane_rows(task.problem, {task.problem.hc, task.target.lanes});
    const double vectors =
        task.target.l2_bytes / 2.0 / (1.0 * rows * task.target.lanes * sizeof(float));
    return std::clamp(static_cast<int>(std::lround(vectors)), 1, most_vectors);
}

constexpr int most_column_blocks = 32;

/// So many that what the columns of a block meet stays in the first-level cache, but a row keeps
/// enough elements in each to pay for loading and storing its sums.
int blocks_of_columns(const sparse_recurrent_task &task, int columns, const lane_tiles &met) {
    constexpr double wanted = 8;
    const double bytes = 1.0 * columns * met.tile_lanes() * sizeof(float);
    const double elements = task.density * columns;
    int blocks = 1;
    while (blocks < most_column_blocks && bytes > 1.0 * blocks * task.target.l1_bytes &&
           elements >= 2 * blocks * wanted) {
        blocks *= 2;
    }
    return blocks;
}

sparse_recurrent_tiling cut_of(const sparse_recurrent_task &task, const configuration &chosen) {
    const recurrent_problem &p = task.problem;
    const int lanes = task.target.lanes, t = chosen.at("t");
    const lane_tiles sequences = lane_tiles::of(p.mb, lanes_of_sequences(task), most_vectors);
    const int state_blocks = chosen.at("state_blocks");
    return {lanes,
            sequences,
            t,
            lane_tiles::of(t * sequences.count(), lanes, most_vectors),
            {p.hc, chosen.at("u")},
            chosen.at("chains"),
            chosen.at("chains_in_lanes") != 0,
            column_blocks::of(widest_input(p), chosen.at("input_blocks")),
            column_blocks::of(p.dic(), state_blocks),
            column_blocks::of(p.hc, state_blocks)};
}

void keep_in_registers(computation part, const lane_tiles &tiles) {
    part.tag_unroll_level("v");
    if (tiles.lanes > 1) {
        part.tag_vector_level("lane", tiles.lanes);
    }
}

/// Weights come from the third cache or from memory, and so fast that processors do not fetch them
/// far enough ahead by themselves.
void fetch_ahead(computation products, const sparse_recurrence &all,
                 const sparse_recurrent_tiling &blocking) {
    constexpr int elements_ahead = 512;
    for (const input &one : all.elements) {
        products.prefetch(one, "group", elements_ahead / blocking.chains);
    }
}

/// The loops of a step's products.
void order_products_of_step(computation products, computation start,
                            const sparse_recurrent_tiling &blocking) {
    products.reorder({"pass", "d", "block", "l", "t", "b", "tile", "columns", "row", "group", "v",
                      "chain", "lane"});
    for (computation one : {products, start}) {
        if (blocking.chains_in_lanes && blocking.chains > 1) {
            one.tag_vector_level("chain", blocking.chains);
        } else {
            one.tag_unroll_level("chain");
        }
    }
}

void schedule(const sparse_recurrence &all, const sparse_recurrent_tiling &blocking) {
    computation of_input = all.of_input, of_hidden = all.of_hidden;
    of_input.reorder(
        {"pass", "d", "block", "l", "b", "tile", "columns", "row", "element", "v", "lane"});
    order_products_of_step(of_hidden, all.of_hidden_start, blocking);
    std::vector<computation> of_step = {all.totals_start, all.of_hidden_start, of_hidden,
                                        all.totals, all.rows};
    std::vector<computation> of_places = all.cell;
    of_places.push_back(all.state);
    if (all.projection) {
        const auto &[start, product, totals, state] = *all.projection;
        order_products_of_step(product, start, blocking);
        of_step.insert(of_step.end(), {start, product, totals});
        of_places.push_back(state);
    }
    for (const computation &one : {all.of_input_start, of_input, all.sums}) {
        keep_in_registers(one, blocking.block);
    }
    for (const computation &one : of_step) {
        keep_in_registers(one, blocking.sequences);
    }
    for (computation one : of_places) {
        one.vectorize("place", blocking.lanes);
    }
    computation zeros = all.rows_zeros;
    zeros.vectorize("lane", blocking.lanes);
    all.fuse();
    of_input.parallelize("b");
    of_hidden.parallelize("b");
    if (all.projection) {
        computation product = all.projection->product;
        product.parallelize("b");
    }
    if (blocking.sequences.count() > 1) {
        fetch_ahead(of_hidden, all, blocking);
    }
}

} // namespace

std::string sequence_lanes_recurrent::why_not(const sparse_recurrent_task &task) const {
    constexpr double most = 1 << 29; // floats, of which offsets in bytes still fit 32 bits
    const recurrent_problem &p = task.problem;
    const int sequences = lane_tiles::of(p.mb, lanes_of_sequences(task), most_vectors).count();
    const double lanes = std::max(1.0 * p.t * sequences + most_vectors * task.target.lanes,
                                  1.0 * p.pseudo_layers() * sequences);
    return lanes * lane_rows(p, {p.hc, task.target.lanes}) > most
               ? "more channels or units, steps and sequences than 32-bit offsets count"
               : "";
}

std::size_t sequence_lanes_recurrent::workspace_bytes(const sparse_recurrent_task &task,
                                                      const configuration &chosen) const {
    return sparse_recurrence_bytes(task, cut_of(task, chosen));
}

std::vector<tunable> sequence_lanes_recurrent::tunables(const sparse_recurrent_task &task) const {
    const std::vector<int> blocks = {1, 2, 4, 8, 16, most_column_blocks};
    return {{"chains", {1, 2, 4, 8}}, {"chains_in_lanes", {0, 1}},  {"input_blocks", blocks},
            {"state_blocks", blocks}, {"t", up_to(task.problem.t)}, {"u", {8, 16, 32, 64, 128}}};
}

configuration
sequence_lanes_recurrent::default_configuration(const sparse_recurrent_task &task) const {
    constexpr int latency = 4, units_per_cycle = 2; // of multiply-adds
    const lane_tiles sequences =
        lane_tiles::of(task.problem.mb, lanes_of_sequences(task), most_vectors);
    int chains = 1;
    while (chains * sequences.vectors < latency * units_per_cycle) {
        chains *= 2;
    }
    const int t = std::max(1, task.problem.t);
    const int most_steps =
        std::max(1, vectors_of_block(task) * task.target.lanes / sequences.count());
    const int steps = divided_up(t, divided_up(t, most_steps));
    const lane_tiles block =
        lane_tiles::of(steps * sequences.count(), task.target.lanes, most_vectors);
    return {{"chains", chains},
            {"chains_in_lanes", sequences.lanes < task.target.lanes ? 1 : 0},
            {"input_blocks", blocks_of_columns(task, widest_input(task.problem), block)},
            {"state_blocks", blocks_of_columns(task, task.problem.dic(), sequences)},
            {"t", steps},
            {"u", 32}};
}

sparse_recurrent_program sequence_lanes_recurrent::generate(const sparse_recurrent_task &task,
                                                            const configuration &chosen,
                                                            const std::string &name) const {
    const sparse_recurrent_tiling blocking = cut_of(task, chosen);
    program packer = recurrent_pattern_packer(task, blocking, name + "_pack_weights");

    function_scope scope(name);
    const sparse_recurrence all = sparse_recurrence_of(task, blocking);
    schedule(all, blocking);
    return {{scope.get(), all.arguments},
            std::move(packer),
            packed_rows_count(task.problem, blocking),
            fillings_count(task.problem, blocking)};
}

} // namespace tiramisu::nn
