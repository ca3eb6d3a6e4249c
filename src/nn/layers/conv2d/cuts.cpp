#include "nn/layers/conv2d/cuts.h"

#include <algorithm>

#include "nn/framework/program/layout_map.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

int lanes_of_a_row(const conv2d_task &task) {
    return divided_up(task.problem.ow, divided_up(task.problem.ow, task.target.lanes));
}

std::size_t padded_bytes(const conv2d_task &task, int channels, int rows) {
    const conv2d_problem &p = task.problem;
    return sizeof(float) * static_cast<std::size_t>(channels) *
           static_cast<std::size_t>(rows_met(p, rows)) *
           static_cast<std::size_t>(columns_met(p, p.ow));
}

std::size_t bytes_of_weights(const conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    return sizeof(float) * static_cast<std::size_t>(task.filters()) *
           static_cast<std::size_t>(task.channels() * p.kh * p.kw);
}

bool weights_are_streamed(const conv2d_task &task) {
    return bytes_of_weights(task) > static_cast<std::size_t>(task.target.l2_bytes);
}

bool waits_for_weights(const conv2d_task &task) {
    constexpr int many_positions = 400;
    const conv2d_problem &p = task.problem;
    return !task.any_size && p.mb * p.oh * p.ow <= many_positions &&
           bytes_of_weights(task) > static_cast<std::size_t>(task.target.l1_bytes);
}

int tiles_of_a_block(const machine &target, int tiles, int units,
                     const std::function<bool(int tiles)> &fit) {
    int blocks = std::min(tiles, divided_up(target.threads, std::max(1, units)));
    while (blocks < tiles && !fit(divided_up(tiles, blocks))) {
        blocks++;
    }
    return divided_up(tiles, blocks);
}

int rows_of_a_block(const conv2d_task &task, const row_blocks &wanted) {
    const int all_rows = rows_in_windows(task), tile_rows = wanted.tile_rows;
    const auto room = static_cast<std::size_t>(task.target.l2_bytes / wanted.cache_parts);
    const int tiles = tiles_of_a_block(
        task.target, divided_up(all_rows, tile_rows), wanted.units,
        [&](int count) { return padded_bytes(task, wanted.channels, count * tile_rows) <= room; });
    return std::min(tiles * tile_rows, all_rows);
}

std::vector<var> followed_by(std::vector<var> loops, const std::vector<var> &inner) {
    loops.insert(loops.end(), inner.begin(), inner.end());
    return loops;
}

column_loops cut_into_blocks(const conv2d_task &task, computation result, const var &columns,
                             int tile) {
    if (!task.any_size) {
        return {{}, columns};
    }
    const var block("x_block"), in_block("x_in_block");
    result.split(columns, divided_up(task.problem.dst_extents()[3], tile) * tile, block, in_block);
    return {{block}, in_block};
}

var of_a_tile(const conv2d_task &task, computation part, const var &loop, int tile) {
    if (!task.any_size) {
        return loop;
    }
    var inner(loop.get_name() + "_of_tile");
    part.split(loop, tile, loop, inner);
    return inner;
}

std::vector<var> loops_over_channels(const conv2d_task &task, computation steps,
                                     const counted_loop &channels) {
    constexpr int block = channels_of_block;
    const bool are_in_blocks = task.layouts.src == layout::nchw16c;
    if (!are_in_blocks || task.channels() % block != 0 || channels.iterations % block != 0) {
        return {channels.loop};
    }
    const var blocks(channels.loop.get_name() + "_block16"),
        in_block(channels.loop.get_name() + "_in16");
    steps.split(channels.loop, block, blocks, in_block);
    return {blocks, in_block};
}

var parallel_loop(const conv2d_task &task, const var &images, const counted_loop &groups,
                  const var &row_blocks) {
    return task.problem.mb >= task.target.threads     ? images
           : groups.iterations >= task.target.threads ? groups.loop
                                                      : row_blocks;
}

} // namespace tiramisu::nn
