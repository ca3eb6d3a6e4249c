#include "nn/sparse_conv2d/lane_grid.h"

#include <limits>
#include <tuple>

#include "nn/program/pieces.h"

namespace tiramisu::nn {

namespace {

/// Vectors of sums of all filters, and of the copy, for one channel and filter.
std::tuple<int, int> cost_of(const conv2d_problem &p, const lane_grid &grid) {
    const int groups = divided_up(p.mb, grid.images);
    const int rows = divided_up(p.oh, grid.blocks_y), columns = divided_up(p.ow, grid.blocks_x);
    const int copied_rows = (rows - 1) * p.sh + (p.kh - 1) * (p.dh + 1) + 1;
    const int copied_columns = (columns - 1) * p.sw + (p.kw - 1) * (p.dw + 1) + 1;
    return {groups * rows * columns, groups * copied_rows * copied_columns};
}

} // namespace

lane_grid lifted_grid(const sparse_conv2d_task &task) {
    const int lanes = task.on.lanes;
    lane_grid best;
    std::tuple<int, int> least(std::numeric_limits<int>::max(), 0);
    for (int images = 1; images <= lanes; images *= 2) {
        for (int rows = 1; rows <= lanes / images; rows *= 2) {
            const lane_grid grid = {images, rows, lanes / images / rows};
            const std::tuple<int, int> cost = cost_of(task.problem, grid);
            if (cost < least) {
                least = cost;
                best = grid;
            }
        }
    }
    return best;
}

} // namespace tiramisu::nn
