#include "nn/layers/conv2d/solvers/direct.h"

#include <algorithm>
#include <functional>

#include "nn/framework/problem/numbers.h"
#include "nn/framework/program/register_tile.h"
#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

namespace {

/// A configuration, by its parameters. Rows and columns count elements of dst: windows, where there
/// is a pooling.
struct blocks {
    int filters, rows, columns; ///< whose sums are kept in registers
    int channels;               ///< summed up for one element of the kernel before the next one
    int copied_rows;            ///< whose part of the image is copied at once

    blocks(const conv2d_task &task, const configuration &chosen)
        : filters(chosen.at("f_vectors") * task.target.lanes),
          rows(chosen.at("y") / pooling_of(task.problem).kh),
          columns(chosen.at("x") / pooling_of(task.problem).kw), channels(chosen.at("c")),
          copied_rows(chosen.at("y_block") / pooling_of(task.problem).kh) {}
};

tile_step whole_windows(const conv2d_task &task) {
    const post::pool pool = pooling_of(task.problem);
    return {pool.kh, pool.kw};
}

weights_arrangement in_blocks(const conv2d_task &task, const blocks &blocking) {
    const conv2d_problem &p = task.problem;
    const int f_block = blocking.filters, f_blocks = divided_up(task.filters(), f_block);
    const int c_block = blocking.channels, c_blocks = divided_up(task.channels(), c_block);
    return {{p.g, f_blocks, c_blocks, p.kh, p.kw, c_block, f_block},
            [=](const weight_index &at) -> std::vector<expr> {
                return {at.g,  at.f / f_block, at.c / c_block, at.ky,
                        at.kx, at.c % c_block, at.f % f_block};
            },
            f_blocks *f_block,
            c_blocks *c_block};
}

void keep_in_registers(computation part, const var &rows, const var &columns, const var &filters,
                       int lanes) {
    const var vector("f_vector"), lane("f_lane");
    part.vectorize(filters, lanes, vector, lane);
    part.tag_unroll_level(rows);
    part.tag_unroll_level(columns);
    part.tag_unroll_level(vector);
}

/// Whether so few products are summed up that storing the sums takes longer.
bool has_short_sums(const conv2d_task &task) {
    constexpr int many = 64;
    return task.channels() * task.problem.kh * task.problem.kw < many;
}

/// Whether vectors of the result are turned to lie along its rows, where those of a tile are long
/// enough. Filters of plain images lie a plane apart: if planes are pages, a vector of filters
/// would meet in few sets of the first-level cache; if not, to turn vectors pays where they are
/// full and many products are summed up. A pooling is computed of vectors of filters, and rows of
/// any size would have ends in nests of their own.
bool stores_along_rows(const conv2d_task &task, const blocks &blocking) {
    const conv2d_problem &p = task.problem;
    const bool pays = p.oh * p.ow % (machine::page_floats / 2) == 0 ||
                      (task.filters() >= task.target.lanes && !has_short_sums(task));
    return !task.any_size && task.layouts.dst == layout::nchw && p.pooling() == nullptr && pays &&
           3 * blocking.columns > task.target.lanes;
}

void schedule(const conv2d_task &task, const blocks &blocking, const conv2d_iterators &at,
              computation result, computation sums, const input &weights,
              const padded_src &padded) {
    const var y_block("y_block"), rows("y_in_block"), y_tile("y_tile"), y("y_in");
    const var f_block("f_block"), f("f_in"), x_tile("x_tile"), x("x_in");
    const var c_block("c_block"), c("c_in");
    result.split(at.y, blocking.copied_rows, y_block, rows).split(rows, blocking.rows, y_tile, y);
    result.split(at.f, blocking.filters, f_block, f);
    const column_loops columns = cut_into_blocks(task, result, at.x, blocking.columns);
    result.split(columns.columns, blocking.columns, x_tile, x);
    const std::vector<var> copied = followed_by({at.n, at.g, y_block}, columns.outer);
    if (stores_along_rows(task, blocking)) {
        result.reorder(followed_by(copied, {f_block, y_tile, x_tile, y, f, x}));
        result.vectorize(x, std::min(blocking.columns, task.target.lanes));
    } else {
        result.reorder(followed_by(copied, {f_block, y_tile, x_tile, y, x, f}));
        keep_in_registers(result, y, x, f, task.target.lanes);
    }

    computation start = sums.init(), steps = sums.update(0);
    steps.split(at.c, blocking.channels, c_block, c);
    const std::vector<var> channels =
        padded.copy ? std::vector<var>{c}
                    : loops_over_channels(task, steps, {c, blocking.channels});
    steps.reorder(followed_by(followed_by({at.n, at.g, c_block, at.ky, at.kx}, channels),
                              {at.y, at.x, at.f}));
    for (const computation &part : {start, steps}) {
        keep_in_registers(part, of_a_tile(task, part, at.y, blocking.rows),
                          of_a_tile(task, part, at.x, blocking.columns), at.f, task.target.lanes);
    }
    sums.compute_at(result, x_tile);
    if (waits_for_weights(task)) {
        steps.prefetch(weights, channels.back(), blocking.channels); // those of the next block
    }

    result.parallelize(parallel_loop(task, at.n, {at.g, task.problem.g}, y_block));
    schedule_copy(task, padded, at, result, copied.back());
}

/// The best tile; of rows that divide those of the result, where a last tile of fewer would stream
/// all weights for less work; of one vector and one row, where most of the time goes into storing
/// short sums to planes, each of which is one more place that the tile writes to.
register_tile usual_tile(const conv2d_task &task) {
    // Of images of any size, tiles of several rows have ends in two directions, each a nest.
    const int rows = task.any_size ? 1 : rows_in_windows(task);
    const tiled_result all = {task.filters(), rows, columns_in_windows(task)};
    std::vector<register_tile> tiles = fitting_tiles(task.target, whole_windows(task));
    const auto drop = [&](const std::function<bool(const register_tile &)> &unfit) {
        tiles.erase(std::remove_if(tiles.begin(), tiles.end(), unfit), tiles.end());
    };
    if (weights_are_streamed(task)) {
        drop([&](const register_tile &tile) { return rows % tile.rows != 0; });
    }
    if (has_short_sums(task) && task.layouts.dst == layout::nchw &&
        task.problem.pooling() == nullptr) {
        drop([](const register_tile &tile) { return tile.vectors > 1 || tile.rows > 1; });
    }
    return cheapest_tile(tiles, all, task.target);
}

} // namespace

std::string direct_conv2d::why_not(const conv2d_task &task) const {
    if (task.any_size && task.problem.pooling() != nullptr) {
        return "pooling of images of any size: for windows at their ends it takes too long to "
               "generate";
    }
    std::string reason = why_not_apart(task);
    if (!reason.empty() || !fitting_tiles(task.target, whole_windows(task)).empty()) {
        return reason;
    }
    const post::pool pool = pooling_of(task.problem);
    return "pooling with windows " + size_text(pool.kh, pool.kw) + ", which the " +
           std::to_string(task.target.registers) + " vector registers cannot hold";
}

std::size_t direct_conv2d::workspace_bytes(const conv2d_task &task,
                                           const configuration &chosen) const {
    return padded_bytes(task, task.channels(), chosen.at("y_block"));
}

std::vector<tunable> direct_conv2d::tunables(const conv2d_task &task) const {
    const tile_sides sides = sides_of_fitting_tiles(task.target, whole_windows(task));
    std::vector<int> channels = {task.channels()};
    for (const int c : {64, 32, 16, 8}) {
        if (c < channels.front()) {
            channels.insert(channels.begin(), c);
        }
    }
    return {{"c", channels},
            {"f_vectors", sides.vectors},
            {"x", sides.columns},
            {"y", task.any_size ? std::vector<int>{1} : sides.rows},
            {"y_block", multiples(pooling_of(task.problem).kh, rows_in_windows(task))}};
}

configuration direct_conv2d::default_configuration(const conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    const register_tile tile = usual_tile(task);
    const int cache_parts = weights_are_streamed(task) ? 2 : 4;
    return {
        {"c", std::min(task.channels(), 32)},
        {"f_vectors", tile.vectors},
        {"x", tile.columns},
        {"y", tile.rows},
        {"y_block", rows_of_a_block(task, {tile.rows, task.channels(), p.mb * p.g, cache_parts})}};
}

conv2d_program direct_conv2d::generate(const conv2d_task &task, const configuration &chosen,
                                       const std::string &name) const {
    const blocks blocking(task, chosen);
    const weights_arrangement packed = in_blocks(task, blocking);
    program packer = weights_packer(task, packed, name + "_pack_weights");

    function_scope scope(name);
    const conv2d_iterators at(task);
    const conv2d_tensors tensors(task, at, packed);
    const padded_src padded(task, at, tensors.src, padded_src::copies::where_needed,
                            order_of_copy(task));
    computation sums("sums", {at.n, at.g, at.y, at.x, at.f}, tensors.start(at.f));
    sums(at.n, at.g, at.y, at.x, at.f) +=
        tensors.weights(at.g, at.f, at.c, at.ky, at.kx) * padded.at(at);
    const var y("y", 0, at.sizes.dst_rows), x("x", 0, at.sizes.dst_columns);
    computation result("result", {at.n, at.g, y, x, at.f},
                       pooled_value(task, {at.f, y, x}, [&](const result_position &of) {
                           return tensors.finished(sums(at.n, at.g, of.y, of.x, of.f), of);
                       }));
    tensors.store_result(result, {at.f, y, x});
    schedule(task, blocking, at, result, sums, tensors.weights, padded);
    return {{scope.get(), tensors.arguments()}, std::move(packer), packed.extents};
}

} // namespace tiramisu::nn
