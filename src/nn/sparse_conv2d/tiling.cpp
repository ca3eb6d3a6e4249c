#include "nn/sparse_conv2d/tiling.h"

#include <algorithm>
#include <limits>

#include "nn/program/pieces.h"

namespace tiramisu::nn {

namespace {

constexpr int most_sums = 28; // of 32 registers

struct tile {
    int rows = 1, vectors = 1;
};

/// Rows and vectors of a block of the result.
struct block_size {
    int rows, vectors;

    block_size(const lane_grid &grid, int lanes)
        : rows(grid.block_rows),
          vectors(grid.lanes() == 1 ? divided_up(grid.block_columns, lanes) : grid.block_columns) {}
};

/// Vectors of so many lanes, each perhaps in several registers.
int most_of(const sparse_conv2d_task &task, int lanes) {
    const int most = task.on.registers >= 32 ? most_sums : task.on.registers - 4;
    return std::max(1, most / divided_up(lanes, task.on.lanes));
}

tile best_tile(const sparse_conv2d_task &task, const block_size &block, int lanes) {
    constexpr int loop = 3, latency = 4;
    const int most = most_of(task, lanes);
    tile best;
    int least = std::numeric_limits<int>::max();
    // Of equal ones the widest: its vectors lie next to each other.
    for (int vectors = std::min(most, block.vectors); vectors > 0; vectors--) {
        for (int rows = 1; rows <= std::min(most / vectors, block.rows); rows++) {
            const int cost = divided_up(block.rows, rows) * divided_up(block.vectors, vectors) *
                             (std::max(latency, rows * vectors) + loop);
            if (cost < least) {
                least = cost;
                best = {rows, vectors};
            }
        }
    }
    return best;
}

/// Bytes of the copy, in one channel, that a tile meets.
int bytes_met(const tiling &cut, const conv2d_problem &p) {
    const int rows = (cut.rows - 1) * p.sh + (p.kh - 1) * (p.dh + 1) + 1;
    const int columns = (cut.vectors - 1) * p.sw + (p.kw - 1) * (p.dw + 1) + 1;
    return 4 * rows *
           (cut.lanes_are_columns() ? (cut.vectors + 1) * cut.lanes * p.sw : columns * cut.lanes);
}

int channels_of_a_pass(const sparse_conv2d_task &task, const tiling &cut) {
    constexpr double wanted = 8;
    constexpr int small = 4; // as many times the first-level cache: passes would not pay
    const int fit = task.on.l1_bytes / bytes_met(cut, task.problem);
    if (task.problem.ic <= small * fit) {
        return task.problem.ic;
    }
    const double paying = wanted / std::max(task.density * task.kernel_elements(), 1e-6);
    const int channels = std::max(fit, static_cast<int>(std::min(paying, 1e6)));
    const int passes = divided_up(task.problem.ic, std::max(1, channels));
    return passes * channels > 3 * task.problem.ic / 2 || passes == 1
               ? task.problem.ic
               : divided_up(task.problem.ic, passes);
}

} // namespace

pattern_packing packing_for(const sparse_conv2d_task &task, const copy_strides &copy,
                            int channels_a_block) {
    const conv2d_problem p = task.problem;
    const auto offset_of = [p, copy](const expr &column) {
        const expr kx = column % p.kw * (p.dw + 1);
        const expr ky = column / p.kw % p.kh * (p.dh + 1);
        const expr c = column / (p.kw * p.kh);
        return c * copy.plane + ky * copy.row + kx % copy.phases * copy.phase_length +
               kx / copy.phases * copy.column;
    };
    return {p.oc, divided_up(p.ic, channels_a_block), channels_a_block * task.kernel_elements(),
            offset_of};
}

tiling::tiling(const sparse_conv2d_task &task, const lane_grid &grid_of, int lanes_of,
               const configuration &chosen)
    : grid(grid_of), lanes(lanes_of), rows(chosen.at("y")), vectors(chosen.at("x")),
      slab_tiles(chosen.at("slab")), channels(chosen.at("c")) {
    const block_size block(grid, lanes);
    tiles_y = divided_up(block.rows, rows);
    tiles_x = divided_up(block.vectors, vectors);
    slab_tiles = std::min(slab_tiles, tiles_y);
    slabs = divided_up(tiles_y, slab_tiles);
    channel_blocks = divided_up(task.problem.ic, channels);
    groups = divided_up(task.problem.mb, grid.images);
}

int tiling::copied_rows(const conv2d_problem &p) const {
    return (slab_tiles * rows - 1) * p.sh + (p.kh - 1) * (p.dh + 1) + 1;
}

int tiling::copied_columns(const conv2d_problem &p) const {
    const int columns = tiles_x * vectors * columns_of_vector(), reach = (p.kw - 1) * (p.dw + 1);
    return lanes_are_columns() ? columns + reach / p.sw : (columns - 1) * p.sw + reach + 1;
}

std::size_t tiling::workspace_bytes(const conv2d_problem &p) const {
    const int filters = channel_blocks > 1 ? p.oc : 2;
    return sizeof(float) *
           (static_cast<std::size_t>(copy_size(p)) +
            static_cast<std::size_t>(filters) * static_cast<std::size_t>(rows * vectors * lanes));
}

copy_strides tiling::strides(const conv2d_problem &p) const {
    copy_strides made{};
    const int columns = copied_columns(p);
    if (lanes_are_columns()) {
        made.column = 1;
        made.phases = p.sw;
        made.phase_length = columns;
        made.row = p.sw * columns;
    } else {
        made.column = lanes;
        made.row = columns * lanes;
    }
    made.plane = copied_rows(p) * made.row;
    return made;
}

std::vector<tunable> tiling_tunables(const sparse_conv2d_task &task, const lane_grid &grid,
                                     int lanes) {
    const block_size block(grid, lanes);
    std::vector<int> channels = {task.problem.ic};
    for (int c = task.problem.ic - 1; c > 0; c--) {
        if (divided_up(task.problem.ic, divided_up(task.problem.ic, c)) == c) {
            channels.insert(channels.begin(), c);
        }
    }
    const int most = most_of(task, lanes);
    return {{"c", channels},
            {"slab", up_to(block.rows)},
            {"x", up_to(std::min(most, block.vectors))},
            {"y", up_to(std::min(most, block.rows))}};
}

configuration default_tiling(const sparse_conv2d_task &task, const lane_grid &grid, int lanes) {
    const conv2d_problem &p = task.problem;
    const block_size block(grid, lanes);
    const tile best = best_tile(task, block, lanes);
    configuration made = {{"c", p.ic}, {"slab", block.rows}, {"x", best.vectors}, {"y", best.rows}};
    const tiling whole(task, grid, lanes, made);
    int slabs = whole.groups >= task.on.threads ? 1 : std::min(task.on.threads, whole.tiles_y);
    const auto bytes = [&] {
        made["slab"] = divided_up(whole.tiles_y, slabs);
        return std::size_t{4} *
               static_cast<std::size_t>(tiling(task, grid, lanes, made).copy_size(p));
    };
    while (bytes() > static_cast<std::size_t>(task.on.l2_bytes) / 2 && slabs < whole.tiles_y) {
        slabs++;
    }
    made["c"] = channels_of_a_pass(task, whole);
    return made;
}

} // namespace tiramisu::nn
