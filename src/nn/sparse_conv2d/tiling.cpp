#include "nn/sparse_conv2d/tiling.h"

#include <algorithm>
#include <limits>

#include "nn/problem/numbers.h"
#include "nn/program/pieces.h"
#include "nn/sparse_conv2d/footprint.h"

namespace tiramisu::nn {

namespace {

constexpr int most_sums = 28; // of 32 registers

/// Sums that so many windows have.
int sums_of(int windows, int window, int stride) {
    return (windows - 1) * stride + window;
}

/// Vectors of so many lanes, each perhaps in several registers.
int most_of(const sparse_conv2d_task &task, int lanes) {
    const int most = task.on.registers >= 32 ? most_sums : task.on.registers - 4;
    return std::max(1, most / divided_up(lanes, task.on.lanes));
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

/// How many times longer than with a copy in the first-level cache a multiply-add takes: what all
/// channels meet may be more than it holds; passes over some of them load and store sums again.
/// Columns, most loads of which straddle two lines, come as fast from the second level.
double load_of_tile(const sparse_conv2d_task &task, const tiling &cut) {
    constexpr double farthest = 3, in_passes = 1.7;
    constexpr double of_copy = 7.0 / 8; // of the cache; the rest holds weights and offsets
    if (cut.lanes_are_columns()) {
        return 1;
    }
    if (channels_of_a_pass(task, cut) < task.problem.ic) {
        return in_passes;
    }
    const double met = 1.0 * task.problem.ic * bytes_met(cut, task.problem);
    return std::min(std::max(met / (of_copy * task.on.l1_bytes), 1.0), farthest);
}

/// What a tile takes for a non-zero, in multiply-adds with what is in the first-level cache.
double step_of_tile(const sparse_conv2d_task &task, const tiling &cut) {
    constexpr double loop = 3, latency = 4;
    return std::max(latency, cut.rows * cut.vectors * load_of_tile(task, cut)) + loop;
}

/// The best "x" and "y", with all channels and rows at once.
configuration best_tile(const sparse_conv2d_task &task, const lane_grid &grid, int lanes) {
    const tile_sides sides(task, grid, lanes);
    configuration best;
    double least = std::numeric_limits<double>::infinity();
    // Of equal ones the widest: its vectors lie next to each other.
    for (auto x = sides.x.rbegin(); x != sides.x.rend(); x++) {
        for (const int y : sides.y) {
            const configuration one = {
                {"c", task.problem.ic}, {"slab", grid.block_rows}, {"x", *x}, {"y", y}};
            const tiling cut(task, grid, lanes, one);
            const double cost = cut.tiles_y * cut.tiles_x * step_of_tile(task, cut);
            if (cut.rows * cut.vectors <= most_of(task, lanes) && cost < least) {
                least = cost;
                best = one;
            }
        }
    }
    return best;
}

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
    const conv2d_problem &p = task.problem;
    configuration made = best_tile(task, grid, lanes);
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
    made["slab"] = divided_up(whole.tiles_y, fitting_slabs(whole.tiles_y, slabs));
    made["c"] = channels_of_a_pass(task, whole);
    return made;
}

} // namespace tiramisu::nn
