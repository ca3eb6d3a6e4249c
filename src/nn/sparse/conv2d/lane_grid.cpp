#include "nn/sparse/conv2d/lane_grid.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d/pooling.h"
#include "nn/sparse/conv2d/footprint.h"

namespace tiramisu::nn {

namespace {

/// Vectors of sums, and of the copy, for one channel and filter.
std::tuple<int, int> cost_of(const conv2d_problem &p, const lane_grid &grid) {
    const int groups = divided_up(p.mb, grid.images);
    const post::pool pool = pooling_of(p);
    const int rows = (grid.block_rows - 1) * pool.sh + pool.kh;
    const int columns = (grid.block_columns - 1) * pool.sw + pool.kw;
    return {groups * rows * columns, groups * row_footprint(p).of(grid.block_rows) *
                                         column_footprint(p).of(grid.block_columns)};
}

lane_grid cheapest_grid(const conv2d_problem &p, int lanes) {
    const auto extents = p.dst_extents();
    lane_grid best;
    std::tuple<int, int> least(std::numeric_limits<int>::max(), 0);
    for (int images = 1; images <= lanes; images *= 2) {
        for (int down = 1; down <= lanes / images; down *= 2) {
            const int across = lanes / images / down;
            const lane_grid grid = {images, down, across, divided_up(extents[2], down),
                                    divided_up(extents[3], across)};
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
    return std::to_string(grid.images) + " images in " + std::to_string(grid.blocks_y) + "x" +
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
        const auto extents = p.dst_extents();
        return scaled(src, divided_up(extents[2], src.blocks_y),
                      divided_up(extents[3], src.blocks_x));
    }
    return cheapest_grid(p, task.target.lanes);
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
    const footprint rows = row_footprint(p), columns = column_footprint(p);
    if (!(src ==
          scaled(result, result.block_rows * rows.step, result.block_columns * columns.step))) {
        return "src lies as " + text(src) + ", dst as " + text(result) +
               ", which strides do not lead from one to the other";
    }
    const int below = rows.of(result.block_rows) - rows.before - src.block_rows;
    const int right = columns.of(result.block_columns) - columns.before - src.block_columns;
    if (std::max(rows.before, below) > src.block_rows ||
        std::max(columns.before, right) > src.block_columns) {
        return "the kernel meets more than neighbouring blocks of " + text(src);
    }
    return {};
}

} // namespace tiramisu::nn
