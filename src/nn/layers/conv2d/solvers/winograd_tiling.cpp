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

/// What an image is cut into.
double tiles_of(const conv2d_task &task, int m) {
    return 1.0 * divided_up(task.problem.oh, m) * divided_up(task.problem.ow, m);
}

/// Multiply-adds of the products of an image in tiles of m x m.
double product_work(const conv2d_task &task, int m) {
    const int products = winograd_transform::of(m).products();
    return tiles_of(task, m) * products * products * task.problem.oc * task.channels();
}

/// The same, or those that a core does while the weights come from memory, whichever are more.
double work(const conv2d_task &task, int m) {
    constexpr double multiply_adds_a_byte = 3;
    const double computed = product_work(task, m);
    const int products = winograd_transform::of(m).products();
    return stream(task, products)
               ? std::max(computed, multiply_adds_a_byte * weights_bytes(task, products))
               : computed;
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

namespace {

/// Blocks of so many rows of tiles, and the tile of their products that is kept in registers.
struct block_choice {
    int rows;
    register_tile tile;
};

bool keeps_spectrum(const conv2d_task &task, const winograd_tiling &blocking, int rows) {
    return spectrum_bytes(task, blocking, rows) <=
           static_cast<std::size_t>(task.target.l2_bytes) / 2;
}

tiled_result products_of(const conv2d_task &task, const winograd_tiling &blocking, int rows) {
    return {task.filters(), rows, blocking.columns, true};
}

/// Cycles of the products of an image's group, or of what they wait for, whichever are more: each
/// block reads all weights; a spectrum that the second-level cache does not keep is stored, and
/// read for each block of filters.
double cycles(const conv2d_task &task, const winograd_tiling &blocking, const block_choice &cut) {
    // Of the third-level cache on Zen 5, and of memory.
    const double bytes_in_cycle = stream(task, blocking.products()) ? 6 : 12;
    const conv2d_problem &p = task.problem;
    const int all_rows = divided_up(p.oh, blocking.transform.m), blocks = all_rows / cut.rows;
    const int filters = cut.tile.vectors * task.target.lanes;
    const double steps = 1.0 * blocks * blocking.products() * blocking.products() * task.channels();
    const double computed =
        steps * step_cycles(cut.tile, products_of(task, blocking, cut.rows), task.target);
    const double spectrum = static_cast<double>(spectrum_bytes(task, blocking, all_rows));
    const double times =
        keeps_spectrum(task, blocking, cut.rows) ? 0 : 1 + divided_up(task.filters(), filters);
    const double read = weights_bytes(task, blocking.products()) / p.g * blocks + spectrum * times;
    return std::max(computed, read / bytes_in_cycle);
}

/// Of equal blocks, since the last one is computed whole: the largest that keep their spectrum, if
/// no others take clearly less.
block_choice best_blocks(const conv2d_task &task, const winograd_tiling &blocking) {
    constexpr double clearly = 0.95;
    const int rows = divided_up(task.problem.oh, blocking.transform.m);
    const int fewest =
        std::min(rows, divided_up(task.target.threads, std::max(1, task.problem.mb)));
    std::vector<block_choice> choices;
    for (int blocks = fewest; blocks <= rows; blocks++) {
        if (rows % blocks == 0) {
            const tiled_result products = products_of(task, blocking, rows / blocks);
            choices.push_back({products.rows, best_tile(products, task.target)});
        }
    }
    const auto keeping = std::find_if(choices.begin(), choices.end(), [&](const auto &one) {
        return keeps_spectrum(task, blocking, one.rows);
    });
    const block_choice usual = keeping == choices.end() ? choices.back() : *keeping;
    const block_choice best =
        *std::min_element(choices.begin(), choices.end(), [&](const auto &a, const auto &b) {
            return cycles(task, blocking, a) < cycles(task, blocking, b);
        });
    return cycles(task, blocking, best) < clearly * cycles(task, blocking, usual) ? best : usual;
}

} // namespace

double relative_tile_work(const conv2d_task &task) {
    // Of a tile, in multiply-adds: what bt . bt^T and at . at^T take for a channel, with the loads
    // and stores between.
    constexpr double transform = 200;
    // Unlike those of work() all weights count, for no second-level cache keeps them from one image
    // to the next: the layers of a network read theirs once each. A core does 3 multiply-adds while
    // a byte comes on Zen 4, 8 to 10 on Sapphire Rapids, from its third cache as well.
    constexpr double multiply_adds_a_byte = 4;
    const conv2d_problem &p = task.problem;
    const int m = best_tile_size(task);
    const auto wait = [&](int size) {
        return multiply_adds_a_byte * weights_bytes(task, size) / p.mb;
    };
    // The caches are asked for the weights of the next product while one is summed up.
    const double computed = product_work(task, m) + transform * tiles_of(task, m) * (p.ic + p.oc);
    const double tiled = std::max(computed, wait(winograd_transform::of(m).products()));
    const double defined = 9.0 * p.oh * p.ow * p.oc * task.channels() + wait(3);
    return tiled / defined;
}

bool tiles_save_work(const conv2d_task &task) {
    constexpr double shows = 1.1;
    return shows * relative_tile_work(task) < 1;
}

configuration default_winograd_tiling(const conv2d_task &task) {
    configuration chosen = {
        {"m", best_tile_size(task)}, {"f_vectors", 1}, {"x", 1}, {"y", 1}, {"t_block", 1}};
    const block_choice cut = best_blocks(task, winograd_tiling(task, chosen));
    chosen["t_block"] = cut.rows;
    chosen["f_vectors"] = cut.tile.vectors;
    chosen["x"] = cut.tile.columns;
    chosen["y"] = cut.tile.rows;
    return chosen;
}

} // namespace tiramisu::nn
