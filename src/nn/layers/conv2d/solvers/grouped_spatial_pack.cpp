#include "nn/layers/conv2d/solvers/grouped_spatial_pack.h"

#include <algorithm>

#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d/lane_tile.h"
#include "nn/layers/conv2d/padded_src.h"

namespace tiramisu::nn {

namespace {

constexpr int most_columns = 28, most_filters = 32;

std::vector<int> divisors(int size, int most) {
    std::vector<int> found;
    for (int one = 1; one <= std::min(size, most); one++) {
        if (size % one == 0) {
            found.push_back(one);
        }
    }
    return found;
}

/// Whether vectors of columns use more of their lanes than vectors of filters of a group.
bool columns_fill_lanes_better(const conv2d_task &task) {
    const int columns = task.problem.ow, lanes = task.target.lanes;
    const int filters = divisors(task.filters(), lanes).back();
    return filters * divided_up(columns, lanes) < columns;
}

/// A configuration, by its parameters.
struct tiling : lane_tile {
    int channels, filters, columns;
    int packed_rows; ///< of the result, whose part of the image is packed at once
    int groups;      ///< whose parts are packed at once: those that share lines of the cache

    tiling(const conv2d_task &task, const configuration &chosen)
        : lane_tile(chosen, std::min(task.target.lanes, chosen.at("t_o")), lanes_of_a_row(task)),
          channels(chosen.at("t_i")), filters(chosen.at("t_o")),
          columns(chosen.at("x") * (filters_are_lanes ? 1 : lanes)),
          packed_rows(chosen.at("y_block")),
          groups(task.layouts.src == layout::nchw ? 1 : std::max(1, 16 / task.channels())) {}
};

weights_arrangement packed_weights(const conv2d_task &task, const tiling &blocking) {
    const conv2d_problem &p = task.problem;
    const int t_i = blocking.channels, t_o = blocking.filters;
    return {{p.g, task.filters() / t_o, task.channels() / t_i, p.kh, p.kw, t_i, t_o},
            [=](const weight_index &at) -> std::vector<expr> {
                return {at.g, at.f / t_o, at.c / t_i, at.ky, at.kx, at.c % t_i, at.f % t_o};
            },
            task.filters(),
            task.channels()};
}

/// Tiles are iterators of the program: block and place of channels and of filters.
struct tile_iterators {
    var c_block, c_in, f_block, f_in;

    tile_iterators(const conv2d_task &task, const tiling &blocking)
        : c_block("c_block", 0, task.channels() / blocking.channels),
          c_in("c_in", 0, blocking.channels),
          f_block("f_block", 0, task.filters() / blocking.filters),
          f_in("f_in", 0, blocking.filters) {}
};

/// The image as the thesis packs it, columns last. Where the image has channels last, and is
/// read element by element, the copy has them last as well, so that vectors are copied.
struct packed_src {
    computation copy;
    var last; ///< iterator of the copy
    bool channels_last, has_image;

    static bool has_channels_last(const conv2d_task &task, const tiling &blocking) {
        return blocking.filters_are_lanes && task.layouts.src != layout::nchw;
    }
    access at(const conv2d_iterators &outer, const tile_iterators &t, const expr &row,
              const expr &column) const {
        computation from = copy;
        return channels_last ? from(outer.n, outer.g, t.c_block, row, column, t.c_in)
                             : from(outer.n, outer.g, t.c_block, row, t.c_in, column);
    }
};

packed_src pack_src(const conv2d_task &task, const tiling &blocking, const conv2d_iterators &at,
                    const tile_iterators &t, const input &src) {
    const conv2d_problem &p = task.problem;
    const int rows = rows_met(p, p.oh), columns = columns_met(p, p.ow);
    const var sy("sy", 0, rows), sx("sx", 0, columns);
    const bool channels_last = packed_src::has_channels_last(task, blocking);
    std::vector<var> order = {at.n, at.g, t.c_block, sy, t.c_in, sx};
    if (channels_last) {
        std::swap(order[4], order[5]);
    }
    packed_src packed = {computation("packed_src", order, 0.0f), order.back(), channels_last,
                         false};
    packed.has_image = copy_image(
        p, rows, columns,
        [&](const expr &row, const expr &column) { return packed.at(at, t, row, column); },
        [&](const var &iy, const var &ix) {
            return src(at.n, at.g, t.c_block * blocking.channels + t.c_in, iy, ix);
        });
    return packed;
}

void schedule(const conv2d_task &task, const tiling &blocking, const conv2d_iterators &at,
              const tile_iterators &t, computation result, computation sums,
              const packed_src &packed) {
    const var y_block("y_block"), y("y_in"), x_tile("x_tile"), x("x_in");
    const var g_block("g_block"), g("g_in");
    result.split(at.g, blocking.groups, g_block, g);
    result.split(at.y, blocking.packed_rows, y_block, y).split(at.x, blocking.columns, x_tile, x);
    result.reorder(
        followed_by({at.n, g_block, y_block, g, t.f_block, y, x_tile}, blocking.loops(x, t.f_in)));
    blocking.keep_in_registers(result, x, t.f_in);

    computation start = sums.init(), steps = sums.update(0);
    const std::vector<var> tile = blocking.loops(at.x, t.f_in);
    start.reorder(tile);
    steps.reorder(followed_by({t.c_block, at.ky, t.c_in, at.kx}, tile));
    blocking.keep_in_registers(start, at.x, t.f_in);
    blocking.keep_in_registers(steps, at.x, t.f_in);
    sums.compute_at(result, x_tile);
    result.parallelize(
        parallel_loop(task, at.n, {g_block, divided_up(task.problem.g, blocking.groups)}, y_block));
    computation copy = packed.copy;
    const bool along_channels = packed.channels_last;
    const int lanes =
        along_channels ? std::min(task.target.lanes, blocking.channels) : task.target.lanes;
    copy.init().vectorize(packed.last, lanes);
    if (packed.has_image) {
        copy.update(0).vectorize(along_channels ? t.c_in : var("ix"), lanes);
    }
    if (is_met_without_gaps(task.problem)) {
        copy.compute_at(result, y_block);
    }
}

/// Of a tile whose lanes are columns, beside whose sums two vectors of the image have registers.
int filters_beside_columns(const conv2d_task &task) {
    return divisors(task.filters(), 8).back();
}

/// Whether rows of plain images are several vectors, whose lanes are mostly used, and a result is
/// summed up of so few products that to turn vectors of filters, as plain images need it, takes
/// about as long; vectors of columns are stored as they are. With a stride two masked loads make
/// one vector, so that only whole ones pay.
bool fills_vectors_of_columns(const conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    const int lanes = task.target.lanes;
    const bool are_plain = task.layouts.src == layout::nchw && task.layouts.dst == layout::nchw;
    const bool are_rows_long = p.ow > lanes && 4 * lanes_of_a_row(task) >= 3 * lanes &&
                               (p.sw == 1 || p.ow % lanes_of_a_row(task) == 0);
    const bool are_channels_few = task.channels() <= (p.ow % lanes == 0 ? lanes : lanes / 2);
    return are_plain && are_rows_long && are_channels_few && p.kh * p.kw > 1 && p.sw <= 2 &&
           filters_beside_columns(task) >= std::min(task.filters(), 4);
}

} // namespace

std::string grouped_spatial_pack_conv2d::why_not(const conv2d_task &task) const {
    return task.any_size ? "images of any size, of which it packs whole rows"
                         : why_no_pooling(task);
}

bool grouped_spatial_pack_conv2d::is_for_rule(const conv2d_task &task) const {
    return fills_vectors_of_columns(task) ||
           (task.problem.g > 1 && columns_fill_lanes_better(task) &&
            2 * task.problem.ow >= task.target.lanes &&
            (task.layouts.src == layout::nchw || task.problem.sw == 1) &&
            task.layouts.src != layout::nhwc && task.layouts.dst == task.layouts.src);
}

std::size_t grouped_spatial_pack_conv2d::workspace_bytes(const conv2d_task &task,
                                                         const configuration &chosen) const {
    const tiling blocking(task, chosen);
    return padded_bytes(task, blocking.groups * task.channels(), blocking.packed_rows);
}

std::vector<tunable> grouped_spatial_pack_conv2d::tunables(const conv2d_task &task) const {
    return {{"along", {along_filters, along_positions}},
            {"t_i", divisors(task.channels(), task.channels())},
            {"t_o", divisors(task.filters(), most_filters)},
            {"x", up_to(most_columns)},
            {"y_block", up_to(task.problem.oh)}};
}

configuration grouped_spatial_pack_conv2d::default_configuration(const conv2d_task &task) const {
    constexpr int sums = 16; // leaves room for vectors of the image and weights
    const bool fills_vectors = fills_vectors_of_columns(task);
    const bool along_rows =
        fills_vectors || (columns_fill_lanes_better(task) && task.problem.ow > 4);
    const int filters = fills_vectors ? filters_beside_columns(task)
                                      : divisors(task.filters(), task.target.lanes).back();
    const int pieces =
        along_rows ? divided_up(task.problem.ow, lanes_of_a_row(task)) : task.problem.ow;
    const int most = along_rows ? std::max(1, sums / filters) : sums;
    return {{"along", along_rows ? along_positions : along_filters},
            {"t_i", divisors(task.channels(), task.target.lanes).back()},
            {"t_o", filters},
            {"x", divided_up(pieces, divided_up(pieces, most))},
            {"y_block",
             rows_of_a_block(task, {1, task.channels(), task.problem.mb * task.problem.g, 4})}};
}

conv2d_program grouped_spatial_pack_conv2d::generate(const conv2d_task &task,
                                                     const configuration &chosen,
                                                     const std::string &name) const {
    const tiling blocking(task, chosen);
    const conv2d_problem &p = task.problem;
    const weights_arrangement arrangement = packed_weights(task, blocking);
    program packer = weights_packer(task, arrangement, name + "_pack_weights");

    function_scope scope(name);
    const conv2d_iterators at(task);
    const tile_iterators t(task, blocking);
    const conv2d_tensors tensors(task, at, arrangement);
    const packed_src packed = pack_src(task, blocking, at, t, tensors.src);
    const expr f = t.f_block * blocking.filters + t.f_in,
               c = t.c_block * blocking.channels + t.c_in;
    // Lanes lie next to each other.
    const std::vector<var> place_of_sum =
        followed_by({at.n, at.g, t.f_block, at.y}, blocking.loops(at.x, t.f_in));
    computation sums("sums", place_of_sum, tensors.start(f));
    const expr row = at.y * p.sh + at.ky * (p.dh + 1), column = at.x * p.sw + at.kx * (p.dw + 1);
    sums(at.n, at.g, t.f_block, at.y, place_of_sum[4], place_of_sum[5]) +=
        tensors.weights(at.g, f, c, at.ky, at.kx) * packed.at(at, t, row, column);
    const result_position place = {f, at.y, at.x};
    computation result(
        "result", place_of_sum,
        tensors.finished(sums(at.n, at.g, t.f_block, at.y, place_of_sum[4], place_of_sum[5]),
                         place));
    tensors.store_result(result, place);
    schedule(task, blocking, at, t, result, sums, packed);
    return {{scope.get(), tensors.arguments()}, std::move(packer), arrangement.extents};
}

} // namespace tiramisu::nn
