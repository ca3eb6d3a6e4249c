#include "nn/layers/conv2d/solvers/winograd_tiling.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/framework/program/register_tile.h"
#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

namespace {

/// With so many numbers for a filter and a channel, of all groups.
double weights_bytes(const conv2d_task &task, int numbers) {
    return 1.0 * sizeof(float) * task.problem.oc * task.channels() * numbers;
}

/// Whether no cache keeps the weights from one block to the next.
bool stream(const conv2d_task &task, const winograd_tile &tile) {
    constexpr int third_level = 16; // as large as so many second-level caches, taken to be
    return weights_bytes(task, tile.products()) > 1.0 * third_level * task.target.l2_bytes;
}

/// What an image is cut into.
double tiles_of(const conv2d_task &task, const winograd_tile &tile) {
    return 1.0 * divided_up(task.problem.oh, tile.down.m) *
           divided_up(task.problem.ow, tile.across.m);
}

/// Multiply-adds of the products of an image.
double product_work(const conv2d_task &task, const winograd_tile &tile) {
    return tiles_of(task, tile) * tile.products() * task.problem.oc * task.channels();
}

/// The same, or those that a core does while the weights come from memory, whichever are more.
double work(const conv2d_task &task, const winograd_tile &tile) {
    constexpr double multiply_adds_a_byte = 3;
    const double computed = product_work(task, tile);
    return stream(task, tile)
               ? std::max(computed, multiply_adds_a_byte * weights_bytes(task, tile.products()))
               : computed;
}

/// Tiles of 6 x 6 results lose more precision than is usual.
bool loses_precision(const winograd_tile &tile) {
    return tile.is_plane() && tile.down.m > 4;
}

int best_tile_size(const conv2d_task &task) {
    const std::vector<int> all = winograd_tiles(task);
    std::vector<int> usual;
    for (const int m : all) {
        if (!loses_precision(winograd_tile(task, m))) {
            usual.push_back(m);
        }
    }
    const std::vector<int> &sizes = usual.empty() ? all : usual;
    return *std::min_element(sizes.begin(), sizes.end(), [&](int a, int b) {
        return work(task, winograd_tile(task, a)) < work(task, winograd_tile(task, b));
    });
}

} // namespace

winograd_tile::winograd_tile(const conv2d_task &task, int m)
    : down(winograd_transform::of(task.problem.kh > 1 ? m : 1, task.problem.kh)),
      across(winograd_transform::of(task.problem.kw > 1 ? m : 1, task.problem.kw)) {}

winograd_tiling::winograd_tiling(const conv2d_task &task, const configuration &chosen)
    : tile(task, chosen.at("m")), block_rows(chosen.at("t_block")),
      blocks(divided_up(divided_up(task.problem.oh, tile.down.m), block_rows)),
      columns(divided_up(task.problem.ow, tile.across.m)), lanes(task.target.lanes),
      vectors(chosen.at("f_vectors")), filter_blocks(divided_up(task.filters(), filters())),
      tile_rows(chosen.at("y")), tile_columns(chosen.at("x")) {}

std::vector<int> winograd_tiles(const conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    const post::pool pool = pooling_of(p);
    const auto fits = [](int m, int kernel, int window) {
        const int results = kernel > 1 ? m : 1;
        return results + kernel - 1 <= winograd_transform::most_products && results % window == 0;
    };
    std::vector<int> found;
    for (const int m : {2, 4, 6}) {
        if (fits(m, p.kh, pool.kh) && fits(m, p.kw, pool.kw)) {
            found.push_back(m);
        }
    }
    return found;
}

std::size_t spectrum_bytes(const conv2d_task &task, const winograd_tiling &blocking, int rows) {
    return sizeof(float) * static_cast<std::size_t>(task.channels()) *
           static_cast<std::size_t>(rows * blocking.columns * blocking.tile.products());
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
    const double bytes_in_cycle = stream(task, blocking.tile) ? 6 : 12;
    const conv2d_problem &p = task.problem;
    const int all_rows = divided_up(p.oh, blocking.tile.down.m), blocks = all_rows / cut.rows;
    const int filters = cut.tile.vectors * task.target.lanes;
    const double steps = 1.0 * blocks * blocking.tile.products() * task.channels();
    const double computed =
        steps * step_cycles(cut.tile, products_of(task, blocking, cut.rows), task.target);
    const double spectrum = static_cast<double>(spectrum_bytes(task, blocking, all_rows));
    const double times =
        keeps_spectrum(task, blocking, cut.rows) ? 0 : 1 + divided_up(task.filters(), filters);
    const double read =
        weights_bytes(task, blocking.tile.products()) / p.g * blocks + spectrum * times;
    return std::max(computed, read / bytes_in_cycle);
}

/// Of equal blocks, since the last one is computed whole: the largest that keep their spectrum, if
/// no others take clearly less.
block_choice best_blocks(const conv2d_task &task, const winograd_tiling &blocking) {
    constexpr double clearly = 0.95;
    const int rows = divided_up(task.problem.oh, blocking.tile.down.m);
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
    // In multiply-adds: what bt and at take for a number of a channel's tile in a direction, with
    // the loads and stores between.
    constexpr double transform_of_number = 2.8;
    // Unlike those of work() all weights count, for no second-level cache keeps them from one image
    // to the next: the layers of a network read theirs once each. A core does 3 multiply-adds while
    // a byte comes on Zen 4, 8 to 10 on Sapphire Rapids, from its third cache as well.
    constexpr double multiply_adds_a_byte = 4;
    const conv2d_problem &p = task.problem;
    const winograd_tile tile(task, best_tile_size(task));
    const auto wait = [&](int numbers) {
        return multiply_adds_a_byte * weights_bytes(task, numbers) / p.mb;
    };
    const double transform = transform_of_number * tile.products() * (tile.is_plane() ? 2 : 1);
    // The caches are asked for the weights of the next product while one is summed up.
    const double computed =
        product_work(task, tile) + transform * tiles_of(task, tile) * (p.ic + p.oc);
    const double tiled = std::max(computed, wait(tile.products()));
    const double defined =
        1.0 * p.kh * p.kw * p.oh * p.ow * p.oc * task.channels() + wait(p.kh * p.kw);
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
