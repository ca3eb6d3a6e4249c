#include "nn/sparse_conv2d/lane_grid.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "nn/conv2d/padded_src.h"
#include "nn/program/pieces.h"

namespace tiramisu::nn {

namespace {

/// Vectors of sums, and of the copy, for one channel and filter.
std::tuple<int, int> cost_of(const conv2d_problem &p, const lane_grid &grid) {
    const int groups = divided_up(p.mb, grid.images);
    return {groups * grid.block_rows * grid.block_columns,
            groups * rows_met(p, grid.block_rows) * columns_met(p, grid.block_columns)};
}

lane_grid cheapest_grid(const conv2d_problem &p, int lanes) {
    lane_grid best;
    std::tuple<int, int> least(std::numeric_limits<int>::max(), 0);
    for (int images = 1; images <= lanes; images *= 2) {
        for (int down = 1; down <= lanes / images; down *= 2) {
            const int across = lanes / images / down;
            const lane_grid grid = {images, down, across, divided_up(p.oh, down),
                                    divided_up(p.ow, across)};
            const std::tuple<int, int> cost = cost_of(p, grid);
            if (cost < least) {
                least = cost;
                best = grid;
            }
        }
    }
    return best;
}

/// The same lanes, with blocks of another size.
lane_grid scaled(const lane_grid &grid, int rows, int columns) {
    return {grid.images, grid.blocks_y, grid.blocks_x, rows, columns};
}

bool is_full(const lane_grid &grid, const std::array<int, 4> &extents) {
    return grid.blocks_y * grid.block_rows == extents[2] &&
           grid.blocks_x * grid.block_columns == extents[3];
}

std::string text(const lane_grid &grid) {
    return std::to_string(grid.images) + " pictures in " + std::to_string(grid.blocks_y) + "x" +
           std::to_string(grid.blocks_x) + " blocks of " + std::to_string(grid.block_rows) + "x" +
           std::to_string(grid.block_columns);
}

} // namespace

lane_grid lifted_grid(const sparse_conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    if (task.layouts.dst == layout::lifted) {
        return lane_grid::of(p.dst_extents());
    }
    if (task.layouts.src == layout::lifted) {
        const lane_grid src = lane_grid::of(p.src_extents());
        return scaled(src, divided_up(p.oh, src.blocks_y), divided_up(p.ow, src.blocks_x));
    }
    return cheapest_grid(p, task.on.lanes);
}

std::string why_not_lifted(const sparse_conv2d_task &task, const lane_grid &result) {
    const conv2d_problem &p = task.problem;
    if (task.layouts.dst == layout::lifted && !is_full(result, p.dst_extents())) {
        return "dst does not fill " + text(result);
    }
    if (task.layouts.src != layout::lifted) {
        return {};
    }
    const lane_grid src = lane_grid::of(p.src_extents());
    if (!is_full(src, p.src_extents())) {
        return "src does not fill " + text(src);
    }
    if (!(src == scaled(result, result.block_rows * p.sh, result.block_columns * p.sw))) {
        return "src lies as " + text(src) + ", dst as " + text(result) +
               ", which the stride does not lead from one to the other";
    }
    const int below = rows_met(p, result.block_rows) - p.ph - src.block_rows;
    const int right = columns_met(p, result.block_columns) - p.pw - src.block_columns;
    if (std::max(p.ph, below) > src.block_rows || std::max(p.pw, right) > src.block_columns) {
        return "the kernel meets more than neighbouring blocks of " + text(src);
    }
    return {};
}

} // namespace tiramisu::nn
