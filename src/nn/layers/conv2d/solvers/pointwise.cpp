#include "nn/layers/conv2d/solvers/pointwise.h"

#include <algorithm>
#include <set>

#include "nn/framework/problem/numbers.h"
#include "nn/framework/program/register_tile.h"
#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d/lane_tile.h"
#include "tiramisu/constant.h"

namespace tiramisu::nn {

namespace {

/// The same convolution of images whose rows are joined to one.
conv2d_task of_one_row(const conv2d_task &task) {
    conv2d_task joined = task;
    conv2d_problem &p = joined.problem;
    p.iw = p.ow = p.oh * p.ow;
    p.ih = p.oh = 1;
    return joined;
}

/// Their sizes.
conv2d_sizes of_one_row(conv2d_sizes sizes, const conv2d_task &joined) {
    const expr positions = joined.any_size ? expr(constant("positions", sizes.ih * sizes.iw))
                                           : expr(joined.problem.ow);
    sizes.ih = sizes.oh = sizes.dst_rows = 1;
    sizes.iw = sizes.ow = sizes.dst_columns = positions;
    return sizes;
}

/// A configuration, by its parameters.
struct tiling : lane_tile {
    int filters, positions; ///< of a tile
    int block_positions;

    tiling(const conv2d_task &joined, const configuration &chosen)
        : lane_tile(chosen, joined.target.lanes, lanes_of_a_row(joined)),
          filters(chosen.at("f") * (filters_are_lanes ? lanes : 1)),
          positions(chosen.at("x") * (filters_are_lanes ? 1 : lanes)),
          block_positions(chosen.at("x_block")) {}
};

weights_arrangement in_tiles(const conv2d_task &task, const tiling &blocking) {
    const int tile = blocking.filters, tiles = divided_up(task.filters(), tile);
    return {{task.problem.g, tiles, task.channels(), tile},
            [=](const weight_index &at) -> std::vector<expr> {
                return {at.g, at.f / tile, at.c, at.f % tile};
            },
            tiles *tile,
            task.channels()};
}

void schedule(const conv2d_task &joined, const tiling &blocking, const conv2d_iterators &at,
              computation result, computation sums, const input &weights) {
    const var x_block("x_block"), x_tile("x_tile"), x("x_in"), f_tile("f_tile"), f("f_in");
    const var in_block("x_in_block");
    result.split(at.x, blocking.block_positions, x_block, in_block);
    result.split(in_block, blocking.positions, x_tile, x).split(at.f, blocking.filters, f_tile, f);
    result.reorder(followed_by({at.n, at.g, x_block, f_tile, x_tile}, blocking.loops(x, f)));
    blocking.keep_in_registers(result, x, f);

    computation start = sums.init(), steps = sums.update(0);
    const std::vector<var> channels = loops_over_channels(joined, steps, {at.c, joined.channels()});
    steps.reorder(followed_by(followed_by({at.n, at.g}, channels), blocking.loops(at.x, at.f)));
    for (const computation &part : {start, steps}) {
        blocking.keep_in_registers(part, of_a_tile(joined, part, at.x, blocking.positions), at.f);
    }
    sums.compute_at(result, x_tile);
    if (waits_for_weights(joined)) {
        steps.prefetch(weights, f_tile, 1, channels.back());
    }
    result.parallelize(parallel_loop(joined, at.n, {at.g, joined.problem.g}, x_block));
}

/// Whether vectors of positions can be read and stored as they lie.
bool has_dense_positions(const conv2d_task &joined) {
    return joined.layouts.src == layout::nchw && joined.layouts.dst == layout::nchw &&
           !joined.any_size;
}

/// Whether positions lie densely, and leave no more lanes of their last vector without work than
/// filters do.
bool positions_are_lanes(const conv2d_task &joined) {
    const int positions = joined.problem.ow, lanes = joined.target.lanes;
    const auto share_at_work = [&](int elements) {
        return 1.0 * elements / (divided_up(elements, lanes) * lanes);
    };
    return has_dense_positions(joined) && positions > 1 &&
           share_at_work(positions) >= share_at_work(joined.filters());
}

/// Of a block of positions: larger where every block reads all weights from farther away.
int positions_of_a_block(const conv2d_task &joined, int tile) {
    const conv2d_problem &p = joined.problem;
    const int cache_parts = weights_are_streamed(joined) ? 2 : 4;
    const auto room = static_cast<std::size_t>(joined.target.l2_bytes / cache_parts);
    const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(joined.channels() * tile);
    const int tiles =
        tiles_of_a_block(joined.target, divided_up(p.ow, tile), p.mb * p.g, [&](int count) {
            return bytes * static_cast<std::size_t>(count) <= room;
        });
    return std::min(p.ow, tiles * tile);
}

} // namespace

std::string pointwise_conv2d::why_not(const conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    for (const std::string &reason :
         {why_not_of_size("kernel", p.kh, p.kw, 1), why_not_of_size("stride", p.sh, p.sw, 1),
          why_not_of_size("padding", p.ph, p.pw, 0)}) {
        if (!reason.empty()) {
            return reason;
        }
    }
    if (p.oh != p.ih || p.ow != p.iw) {
        return "result of " + size_text(p.oh, p.ow) + ", must be that of the image, " +
               size_text(p.ih, p.iw);
    }
    return why_no_pooling(task);
}

bool pointwise_conv2d::is_for_rule(const conv2d_task &task) const {
    const conv2d_task joined = of_one_row(task);
    if (positions_are_lanes(joined)) {
        return joined.problem.ow % lanes_of_a_row(joined) != 1;
    }
    // A vector that is partial would be stored lane by lane where filters lie apart.
    const int rest = joined.filters() % joined.target.lanes;
    return rest == 0 || (rest != 1 && joined.layouts.dst != layout::nchw);
}

std::vector<tunable> pointwise_conv2d::tunables(const conv2d_task &task) const {
    const tile_sides sides = sides_of_fitting_tiles(task.target);
    std::set<int> sizes(sides.vectors.begin(), sides.vectors.end()); // in vectors,
    sizes.insert(sides.columns.begin(), sides.columns.end()); // or in elements that share one
    return {{"along", {along_filters, along_positions}},
            {"f", {sizes.begin(), sizes.end()}},
            {"x", {sizes.begin(), sizes.end()}},
            {"x_block", up_to(task.problem.oh * task.problem.ow)}};
}

configuration pointwise_conv2d::default_configuration(const conv2d_task &task) const {
    const conv2d_task joined = of_one_row(task);
    const int positions = joined.problem.ow;
    const bool along = positions_are_lanes(joined);
    const register_tile tile = along ? best_tile({positions, 1, joined.filters()}, joined.target)
                                     : best_tile({joined.filters(), 1, positions}, joined.target);
    const int tile_positions = along ? tile.vectors * joined.target.lanes : tile.columns;
    return {{"along", along ? along_positions : along_filters},
            {"f", along ? tile.columns : tile.vectors},
            {"x", along ? tile.vectors : tile.columns},
            {"x_block", positions_of_a_block(joined, tile_positions)}};
}

conv2d_program pointwise_conv2d::generate(const conv2d_task &task, const configuration &chosen,
                                          const std::string &name) const {
    const conv2d_task joined = of_one_row(task);
    const tiling blocking(joined, chosen);
    const weights_arrangement packed = in_tiles(joined, blocking);
    program packer = weights_packer(joined, packed, name + "_pack_weights");

    function_scope scope(name);
    const conv2d_iterators at(joined, of_one_row(conv2d_sizes(task), joined));
    const conv2d_tensors tensors(joined, at, packed);
    for (buffer argument : tensors.arguments()) {
        argument.any_shape(); // callers describe images that have rows
    }
    const std::vector<var> place = followed_by({at.n, at.g}, blocking.loops(at.x, at.f));
    computation sums("sums", place, tensors.start(at.f));
    sums(place[0], place[1], place[2], place[3]) +=
        tensors.weights(at.g, at.f, at.c, 0, 0) * tensors.src(at.n, at.g, at.c, 0, at.x);
    const result_position position = {at.f, 0, at.x};
    computation result("result", place,
                       tensors.finished(sums(place[0], place[1], place[2], place[3]), position));
    tensors.store_result(result, position);
    schedule(joined, blocking, at, result, sums, tensors.weights);
    return {{scope.get(), tensors.arguments()}, std::move(packer), packed.extents};
}

} // namespace tiramisu::nn
