#include "nn/sparse/conv2d/tiling.h"

#include <algorithm>
#include <limits>

#include "nn/framework/problem/numbers.h"
#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d/pooling.h"
#include "nn/sparse/conv2d/footprint.h"
#include "nn/sparse/conv2d/tile_cost.h"

namespace tiramisu::nn {

namespace {

constexpr int most_sums = 28; // of 32 registers

/// Sums that so many windows have.
int sums_of(int windows, int window, int stride) {
    return (windows - 1) * stride + window;
}

/// Vectors of so many lanes, each perhaps in several registers.
int most_of(const sparse_conv2d_task &task, int lanes) {
    const int most = task.target.registers >= 32 ? most_sums : task.target.registers - 4;
    return std::max(1, most / divided_up(lanes, task.target.lanes));
}

/// What "y" and "x" may be: for the least of the other, a tile's sums fit into the registers.
struct tile_sides {
    std::vector<int> y, x;

    tile_sides(const sparse_conv2d_task &task, const lane_grid &grid, int lanes) {
        const post::pool pool = pooling_of(task.problem);
        const int most = most_of(task, lanes);
        for (int i = 1; i <= grid.block_rows && sums_of(i, pool.kh, pool.sh) <= most; i++) {
            y.push_back(i);
        }
        const bool are_columns = grid.lanes() == 1;
        const int all = sums_of(grid.block_columns, pool.kw, pool.sw);
        const int last = are_columns ? divided_up(all, lanes) : grid.block_columns;
        for (int i = are_columns ? divided_up(pool.kw, lanes) : 1;
             i <= last && (are_columns ? i : sums_of(i, pool.kw, pool.sw)) <= most; i++) {
            x.push_back(i);
        }
    }
};

/// At least so many slabs, up to twice as many if fewer tiles reach beyond the block then.
int fitting_slabs(int tiles, int least) {
    int best = least;
    for (int slabs = least; slabs <= std::min(tiles, 2 * least); slabs++) {
        if (slabs * divided_up(tiles, slabs) < best * divided_up(tiles, best)) {
            best = slabs;
        }
    }
    return best;
}

/// Rows of tiles in a slab.
int default_slab(const sparse_conv2d_task &task, const lane_grid &grid, int lanes,
                 configuration tile) {
    const tiling whole(task, grid, lanes, tile);
    int slabs =
        whole.groups >= task.target.threads ? 1 : std::min(task.target.threads, whole.tiles_y);
    const auto bytes = [&] {
        tile["slab"] = divided_up(whole.tiles_y, slabs);
        const tiling blocking(task, grid, lanes, tile);
        return std::size_t{4} * static_cast<std::size_t>(blocking.copy_size(task.problem));
    };
    while (bytes() > static_cast<std::size_t>(task.target.l2_bytes) / 2 && slabs < whole.tiles_y) {
        slabs++;
    }
    return divided_up(whole.tiles_y, fitting_slabs(whole.tiles_y, slabs));
}

/// Of any element of the kernel, at the first position of the result.
int last_offset(const conv2d_problem &p, const copy_strides &copy) {
    int last = 0;
    for (int kx = 0; kx < p.kw; kx++) {
        last = std::max(last, copy.place(p.ic - 1, (p.kh - 1) * (p.dh + 1), kx * (p.dw + 1)));
    }
    return last;
}

} // namespace

pattern_packing packing_for(const sparse_conv2d_task &task, const copy_strides &copy,
                            int channels_a_block) {
    const conv2d_problem p = task.problem;
    const auto offset_of = [p, copy](const expr &column) {
        const expr kx = column % p.kw * (p.dw + 1);
        const expr ky = column / p.kw % p.kh * (p.dh + 1);
        const expr c = column / (p.kw * p.kh);
        return copy.place(c, ky, kx);
    };
    const int columns = p.ic * task.kernel_elements();
    return {p.oc,
            columns,
            divided_up(p.ic, channels_a_block),
            channels_a_block * task.kernel_elements(),
            offset_of,
            last_offset(p, copy)};
}

tiling::tiling(const sparse_conv2d_task &task, const lane_grid &grid_of, int lanes_of,
               const configuration &chosen)
    : grid(grid_of), lanes(lanes_of), windows_y(chosen.at("y")), windows_x(chosen.at("x")),
      slab_tiles(chosen.at("slab")), channels(chosen.at("c")) {
    const post::pool pool = pooling_of(task.problem);
    rows = sums_of(windows_y, pool.kh, pool.sh);
    if (lanes_are_columns()) {
        vectors = chosen.at("x");
        windows_x = (vectors * lanes - pool.kw) / pool.sw + 1;
    } else {
        vectors = sums_of(windows_x, pool.kw, pool.sw);
    }
    rows_apart = windows_y * pool.sh;
    columns_apart = windows_x * pool.sw;
    tiles_y = divided_up(grid.block_rows, windows_y);
    tiles_x = divided_up(grid.block_columns, windows_x);
    slab_tiles = std::min(slab_tiles, tiles_y);
    slabs = divided_up(tiles_y, slab_tiles);
    channel_blocks = divided_up(task.problem.ic, channels);
    groups = divided_up(task.problem.mb, grid.images);
}

int tiling::copied_rows(const conv2d_problem &p) const {
    return row_footprint(p).of(slab_tiles * windows_y);
}

int tiling::copied_columns(const conv2d_problem &p) const {
    const int reach = (p.kw - 1) * (p.dw + 1);
    return lanes_are_columns() ? (tiles_x - 1) * columns_apart + vectors * lanes + reach / p.sw
                               : column_footprint(p).of(tiles_x * windows_x);
}

std::size_t tiling::workspace_bytes(const conv2d_problem &p) const {
    const int filters = channel_blocks > 1 ? p.oc : 1;
    return sizeof(float) * (static_cast<std::size_t>(copy_size(p)) +
                            static_cast<std::size_t>(filters + 1) *
                                static_cast<std::size_t>(rows * vectors * lanes));
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
    if (!lanes_are_columns() && made.plane / lanes % 2 == 0) {
        // Else a tile's lines, at the same place in all channels, share few sets of the cache.
        made.plane += lanes;
    }
    return made;
}

std::string why_not_tiled(const sparse_conv2d_task &task, const lane_grid &grid, int lanes) {
    const post::pool pool = pooling_of(task.problem);
    const int sums = pool.kh * (grid.lanes() == 1 ? divided_up(pool.kw, lanes) : pool.kw);
    const int most = most_of(task, lanes);
    return sums <= most
               ? ""
               : "windows of " + size_text(pool.kh, pool.kw) + " take " + std::to_string(sums) +
                     " vectors of sums, must be at most " + std::to_string(most);
}

std::vector<tunable> tiling_tunables(const sparse_conv2d_task &task, const lane_grid &grid,
                                     int lanes) {
    const tile_sides sides(task, grid, lanes);
    std::vector<int> channels = {task.problem.ic};
    for (int c = task.problem.ic - 1; c > 0; c--) {
        if (divided_up(task.problem.ic, divided_up(task.problem.ic, c)) == c) {
            channels.insert(channels.begin(), c);
        }
    }
    return {{"c", channels}, {"slab", up_to(grid.block_rows)}, {"x", sides.x}, {"y", sides.y}};
}

configuration default_tiling(const sparse_conv2d_task &task, const lane_grid &grid, int lanes) {
    const int all = task.problem.ic;
    const tile_sides sides(task, grid, lanes);
    configuration best;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](const configuration &one) {
        const tiling blocking(task, grid, lanes, one);
        const double cost = cost_of(task, blocking);
        if (blocking.rows * blocking.vectors <= most_of(task, lanes) && cost < least) {
            least = cost;
            best = one;
        }
        return divided_up(all, divided_up(all, channels_in_cache(task, blocking)));
    };
    // Of equal ones the widest: its vectors lie next to each other.
    for (auto x = sides.x.rbegin(); x != sides.x.rend(); x++) {
        for (const int y : sides.y) {
            configuration one = {{"c", all}, {"slab", grid.block_rows}, {"x", *x}, {"y", y}};
            one["slab"] = default_slab(task, grid, lanes, one);
            one["c"] = consider(one);
            consider(one);
        }
    }
    return best;
}

} // namespace tiramisu::nn
