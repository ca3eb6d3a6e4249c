#include "nn/sparse/conv2d/tile_cost.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"

namespace tiramisu::nn {

namespace {

/// Of the first-level cache; the rest holds sums, weights and offsets.
double bytes_of_copy(const sparse_conv2d_task &task) {
    return 0.8 * task.target.l1_bytes;
}

/// Bytes of the copy, in one channel, that a tile meets.
int bytes_met(const tiling &blocking, const conv2d_problem &p) {
    const int rows = (blocking.rows - 1) * p.sh + (p.kh - 1) * (p.dh + 1) + 1;
    const int columns = (blocking.vectors - 1) * p.sw + (p.kw - 1) * (p.dw + 1) + 1;
    return 4 * rows *
           (blocking.lanes_are_columns() ? (blocking.vectors + 1) * blocking.lanes * p.sw
                                         : columns * blocking.lanes);
}

/// Of a group of images.
int tiles_of(const tiling &blocking) {
    return blocking.slabs * blocking.slab_tiles * blocking.tiles_x;
}

/// Registers of a tile.
int registers_of(const sparse_conv2d_task &task, const tiling &blocking) {
    return blocking.rows * blocking.vectors * divided_up(blocking.lanes, task.target.lanes);
}

/// What a multiply-add takes: between what it does in the first- and in the second-level cache, by
/// the share of what a pass meets that the first one does not hold. Squared, since few misses hide
/// behind what hits. Of vectors of neighbouring columns as long as a line nearly all straddle two,
/// of half as long ones every other one.
double multiply_add(const sparse_conv2d_task &task, const tiling &blocking) {
    constexpr double floats_in_line = 16, aligned = 1.1, straddling = 2.3;
    const bool straddles = blocking.lanes_are_columns() && task.problem.kw > 1;
    const double share = straddles ? std::min(1.0, blocking.lanes / floats_in_line) : 0;
    const double near = aligned + share * (straddling - aligned);
    const double far = straddles ? near * (blocking.vectors + 1) / blocking.vectors : 2.4;
    const double met = 1.0 * blocking.channels * bytes_met(blocking, task.problem);
    const double missed = std::max(0.0, 1 - bytes_of_copy(task) / met);
    return near + missed * missed * (far - near);
}

/// What each non-zero takes beside its multiply-adds: its weight and offset may come from afar.
double loop_of_nonzero(const sparse_conv2d_task &task, double nonzeros) {
    constexpr double loop = 3, from_memory = 2;
    const double bytes = 8 * nonzeros * task.problem.oc;
    return loop + (bytes > task.target.l2_bytes ? from_memory : 0);
}

/// What the passes over the non-zeros of a filter take beside these: more than one keep the sums in
/// memory between them, before the first, and after the last.
double passes(const sparse_conv2d_task &task, const tiling &blocking) {
    constexpr double loop = 15, both_ways = 3.6, from_memory = 2;
    const int passes = blocking.channel_blocks;
    if (passes == 1) {
        return loop;
    }
    const bool stays = blocking.workspace_bytes(task.problem) <= std::size_t(task.target.l2_bytes);
    return passes * loop +
           (passes + 1) * both_ways * (stays ? 1 : from_memory) * registers_of(task, blocking);
}

/// What copying the images and storing the result takes, for each vector of them.
double moving(const sparse_conv2d_task &task, const tiling &blocking) {
    constexpr double of_columns = 10, of_lifted = 10, of_lanes_apart = 45;
    const auto each = [&](layout of) {
        return blocking.lanes_are_columns() ? of_columns
               : of == layout::lifted       ? of_lifted
                                            : of_lanes_apart;
    };
    const double copied =
        1.0 * blocking.slabs * blocking.copy_size(task.problem) / task.target.lanes;
    const double stored = 1.0 * tiles_of(blocking) * task.problem.oc * registers_of(task, blocking);
    return each(task.layouts.src) * copied + each(task.layouts.dst) * stored;
}

} // namespace

double cost_of(const sparse_conv2d_task &task, const tiling &blocking) {
    constexpr double latency = 4;
    const conv2d_problem &p = task.problem;
    const double nonzeros = task.density * p.ic * task.kernel_elements();
    const double steps =
        std::max(latency, registers_of(task, blocking) * multiply_add(task, blocking));
    const double filter =
        nonzeros * (steps + loop_of_nonzero(task, nonzeros)) + passes(task, blocking);
    return blocking.groups * (1.0 * tiles_of(blocking) * p.oc * filter + moving(task, blocking));
}

double least_cost(const sparse_conv2d_task &task, const lane_grid &grid, int lanes) {
    return cost_of(task, {task, grid, lanes, default_tiling(task, grid, lanes)});
}

int channels_in_cache(const sparse_conv2d_task &task, const tiling &blocking) {
    return std::max(1, static_cast<int>(bytes_of_copy(task) / bytes_met(blocking, task.problem)));
}

} // namespace tiramisu::nn
