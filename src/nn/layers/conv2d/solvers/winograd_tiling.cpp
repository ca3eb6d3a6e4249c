#include "nn/layers/conv2d/solvers/winograd_tiling.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/framework/program/register_tile.h"
#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

namespace {

/// Transformed, of all groups.
double weights_bytes(const conv2d_task &task, int products) {
    return 1.0 * sizeof(float) * task.problem.oc * task.channels() * products * products;
}

/// Whether no cache keeps them from one block to the next.
bool stream(const conv2d_task &task, int products) {
    constexpr int third_level = 16; // as large as so many second-level caches, taken to be
    return weights_bytes(task, products) > 1.0 * third_level * task.target.l2_bytes;
}

/// Multiply-adds that a core does while a byte comes from memory, or from a third cache that many
/// cores share: 10 on Sapphire Rapids, 3 on Zen 4. The layers of a network read their weights once
/// each, so that the second cache keeps none of them from one image to the next.
constexpr double multiply_adds_a_byte = 3;

/// What an image takes in tiles of m x m, in multiply-adds of the definition, with the wait for the
/// weights.
double work(const conv2d_task &task, int m) {
    // Of a tile: what bt . bt^T and at . at^T take for a channel, with the loads and stores between.
    // Each product of the spectra is summed up over channels alone, and goes through memory, so
    // that a multiply-add takes longer than one of the definition.
    constexpr double transform = 200, product = 1.8;
    const conv2d_problem &p = task.problem;
    const int products = winograd_transform::of(m).products();
    const double tiles = 1.0 * divided_up(p.oh, m) * divided_up(p.ow, m);
    const double computed = tiles * products * products * p.oc * task.channels();
    return product * computed + transform * tiles * (p.ic + p.oc) +
           multiply_adds_a_byte * weights_bytes(task, products) / p.mb;
}

/// The same of the definition.
double defined_work(const conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    return 9.0 * p.oh * p.ow * p.oc * task.channels() +
           multiply_adds_a_byte * weights_bytes(task, 3) / p.mb;
}

/// F(6 x 6, 3 x 3) loses more precision than is usual.
int best_tile_size(const conv2d_task &task) {
    std::vector<int> usual = winograd_tiles(task);
    usual.erase(std::remove(usual.begin(), usual.end(), 6), usual.end());
    return usual.empty() ? 6 : *std::min_element(usual.begin(), usual.end(), [&](int a, int b) {
        return work(task, a) < work(task, b);
    });
}

} // namespace

winograd_tiling::winograd_tiling(const conv2d_task &task, const configuration &chosen)
    : transform(winograd_transform::of(chosen.at("m"))), block_rows(chosen.at("t_block")),
      blocks(divided_up(divided_up(task.problem.oh, transform.m), block_rows)),
      columns(divided_up(task.problem.ow, transform.m)), lanes(task.target.lanes),
      vectors(chosen.at("f_vectors")), filter_blocks(divided_up(task.filters(), filters())),
      tile_rows(chosen.at("y")), tile_columns(chosen.at("x")) {}

std::vector<int> winograd_tiles(const conv2d_task &task) {
    const post::pool pool = pooling_of(task.problem);
    std::vector<int> found;
    for (const int m : {2, 4, 6}) {
        if (m % pool.kh == 0 && m % pool.kw == 0) {
            found.push_back(m);
        }
    }
    return found;
}

std::size_t spectrum_bytes(const conv2d_task &task, const winograd_tiling &blocking, int rows) {
    return sizeof(float) * static_cast<std::size_t>(task.channels()) *
           static_cast<std::size_t>(rows * blocking.columns * blocking.products() *
                                    blocking.products());
}

bool tiles_save_work(const conv2d_task &task) {
    constexpr double shows = 1.1;
    return defined_work(task) > shows * work(task, best_tile_size(task));
}

configuration default_winograd_tiling(const conv2d_task &task) {
    configuration chosen = {
        {"m", best_tile_size(task)}, {"f_vectors", 1}, {"x", 1}, {"y", 1}, {"t_block", 1}};
    const winograd_tiling blocking(task, chosen);
    const auto l2 = static_cast<std::size_t>(task.target.l2_bytes);
    const std::size_t room = stream(task, blocking.products()) ? 8 * l2 : l2 / 2;
    const int rows = blocking.blocks;
    int blocks = std::min(rows, divided_up(task.target.threads, std::max(1, task.problem.mb)));
    // The last block is computed whole: all are equal where that is possible.
    while (blocks < rows &&
           (rows % blocks != 0 || spectrum_bytes(task, blocking, rows / blocks) > room)) {
        blocks++;
    }
    chosen["t_block"] = rows / blocks;
    const register_tile tile =
        best_tile({task.filters(), rows / blocks, blocking.columns}, task.target);
    chosen["f_vectors"] = tile.vectors;
    chosen["x"] = tile.columns;
    chosen["y"] = tile.rows;
    return chosen;
}

} // namespace tiramisu::nn
