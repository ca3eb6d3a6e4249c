#include "nn/layers/conv2d/solvers/pooled_bands.h"

#include <algorithm>

#include "nn/framework/program/register_tile.h"
#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

namespace {

/// Rows of the convolution's result that so many rows of windows have.
int rows_of_windows(const post::pool &pool, int windows) {
    return (windows - 1) * pool.sh + pool.kh;
}

/// A configuration, and the sizes that follow from it.
struct tiling {
    const post::pool &pool;
    int lanes, filters, filter_blocks; ///< filters of a block
    int columns;                       ///< of a tile in registers
    int windows, rows, bands;          ///< of a band: rows of windows, and of the convolution

    tiling(const conv2d_task &task, const configuration &chosen)
        : pool(*task.problem.pooling()), lanes(task.target.lanes),
          filters(chosen.at("f_vectors") * lanes),
          filter_blocks(divided_up(task.filters(), filters)), columns(chosen.at("x")),
          windows(chosen.at("y_block")), rows(rows_of_windows(pool, windows)),
          bands(divided_up(task.problem.dst_extents()[2], windows)) {}

    /// Whether blocks and bands end where dst does.
    bool fills(const conv2d_task &task) const {
        return filter_blocks * filters == task.filters() &&
               bands * windows == task.problem.dst_extents()[2];
    }
    std::size_t band_bytes(const conv2d_task &task) const {
        return sizeof(float) * static_cast<std::size_t>(rows * task.problem.ow) *
               static_cast<std::size_t>(filters);
    }
};

weights_arrangement in_blocks(const conv2d_task &task, const tiling &blocking) {
    const conv2d_problem &p = task.problem;
    const int block = blocking.filters;
    return {{p.g, blocking.filter_blocks, p.kh, p.kw, task.channels(), block},
            [block](const weight_index &at) -> std::vector<expr> {
                return {at.g, at.f / block, at.ky, at.kx, at.c, at.f % block};
            },
            blocking.filter_blocks *block,
            task.channels()};
}

/// Bands and what is in them; that they are iterators lets the array hold one band alone.
struct band_iterators {
    var band, f_block, row, f, y, x;

    band_iterators(const conv2d_task &task, const tiling &blocking)
        : band("y_block", 0, blocking.bands), f_block("f_block", 0, blocking.filter_blocks),
          row("row", 0, blocking.rows), f("f", 0, blocking.filters), y("y", 0, blocking.windows),
          x("x", 0, task.problem.dst_extents()[3]) {}
};

/// The convolution with the rows that some band has: bands are computed whole, also where their
/// windows reach beyond the result, whose elements there nothing reads.
conv2d_task with_all_rows(const conv2d_task &task, const tiling &blocking) {
    conv2d_task extended = task;
    conv2d_problem &p = extended.problem;
    p.ph += blocking.pool.ph * p.sh;
    p.oh = (blocking.bands - 1) * blocking.windows * blocking.pool.sh + blocking.rows;
    return extended;
}

/// The last filters and rows in place of those that whole blocks and bands have beyond them.
result_position nearest_inside(const conv2d_task &task, const tiling &blocking,
                               const result_position &at) {
    const bool are_full = task.filters() % blocking.filters == 0;
    return {are_full ? at.f : min(at.f, task.filters() - 1), clamp(at.y, 0, task.problem.oh - 1),
            at.x};
}

/// What blocks and bands that reach beyond dst do not have.
expr is_inside(const conv2d_task &task, const result_position &at) {
    return at.f < task.filters() && at.y < task.problem.dst_extents()[2];
}

/// The computations, from the image to the result.
struct stages {
    padded_src padded;
    computation sums, values, result;
};

void keep_in_registers(computation part, const tiling &blocking, const var &x, const var &f) {
    const var vector("f_vector"), lane("f_lane");
    part.vectorize(f, blocking.lanes, vector, lane, tail::masked);
    part.tag_unroll_level(x).tag_unroll_level(vector);
}

void schedule(const conv2d_task &task, const tiling &blocking, const conv2d_iterators &at,
              const band_iterators &in, stages &of) {
    const var x_tile("x_tile"), x("x_in");
    of.values.split(at.x, blocking.columns, x_tile, x);
    keep_in_registers(of.values, blocking, x, in.f);
    computation start = of.sums.init(), steps = of.sums.update(0);
    steps.reorder({at.n, at.g, in.band, in.f_block, in.row, at.ky, at.kx, at.c, at.x, in.f});
    keep_in_registers(start, blocking, at.x, in.f);
    keep_in_registers(steps, blocking, at.x, in.f);
    of.result.vectorize(in.f, blocking.lanes, tail::masked);
    of.values.then(of.result, in.f_block);
    of.sums.compute_at(of.values, x_tile);
    of.result.parallelize(parallel_loop(task, at.n, {at.g, task.problem.g}, in.band));
    schedule_copy(task, of.padded, at, of.values, in.band);
}

stages declare(const conv2d_task &task, const tiling &blocking, const conv2d_iterators &at,
               const band_iterators &in, const conv2d_tensors &tensors) {
    const conv2d_problem &p = task.problem;
    const padded_src padded(with_all_rows(task, blocking), at, tensors.src,
                            padded_src::copies::where_needed, order_of_copy(task));
    const expr f = in.f_block * blocking.filters + in.f;
    const expr from_first = in.band * (blocking.windows * blocking.pool.sh) + in.row;
    const std::vector<var> place = {at.n, at.g, in.band, in.f_block, in.row, at.x, in.f};
    const auto here = [&](const computation &what) -> access {
        return what.at({place.begin(), place.end()});
    };
    const result_position inside =
        nearest_inside(task, blocking, {f, from_first - blocking.pool.ph, at.x});
    computation sums("sums", place, tensors.start(inside.f));
    here(sums) += tensors.weights(at.g, f, at.c, at.ky, at.kx) *
                  padded.element(at.n, at.g, at.c, from_first * p.sh + at.ky * (p.dh + 1),
                                 at.x * p.sw + at.kx * (p.dw + 1));
    computation values("band", place, tensors.finished(here(sums), inside));
    values.store_in({in.row, at.x, in.f}, {blocking.rows, p.ow, blocking.filters});
    const result_position window = {f, in.band * blocking.windows + in.y, in.x};
    const expr first_row = in.band * (blocking.windows * blocking.pool.sh) - blocking.pool.ph;
    const expr pooled = pooled_value(task, window, [&](const result_position &of) {
        return expr(values(at.n, at.g, in.band, in.f_block, of.y - first_row, of.x, in.f));
    });
    const std::vector<var> of_result = {at.n, at.g, in.band, in.f_block, in.y, in.x, in.f};
    computation result = blocking.fills(task)
                             ? computation("result", of_result, pooled)
                             : computation("result", of_result, is_inside(task, window), pooled);
    tensors.store_result(result, window);
    return {padded, sums, values, result};
}

} // namespace

std::string pooled_bands_conv2d::why_not(const conv2d_task &task) const {
    if (task.any_size) {
        return "images of any size, of whose results it keeps bands of whole rows";
    }
    return task.problem.pooling() == nullptr ? "no pooling at the end of the post-ops" : "";
}

std::size_t pooled_bands_conv2d::workspace_bytes(const conv2d_task &task,
                                                 const configuration &chosen) const {
    const tiling blocking(task, chosen);
    return blocking.band_bytes(task) + padded_bytes(task, task.channels(), blocking.rows);
}

std::vector<tunable> pooled_bands_conv2d::tunables(const conv2d_task &task) const {
    const tile_sides sides = sides_of_fitting_tiles(task.target);
    return {{"f_vectors", sides.vectors},
            {"x", sides.columns},
            {"y_block", up_to(task.problem.dst_extents()[2])}};
}

configuration pooled_bands_conv2d::default_configuration(const conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    const register_tile tile = best_tile({task.filters(), 1, p.ow}, task.target);
    configuration chosen = {{"f_vectors", tile.vectors}, {"x", tile.columns}, {"y_block", 1}};
    const int all = p.dst_extents()[2], units = std::max(1, p.mb * p.g);
    const int most = divided_up(all, std::min(all, divided_up(task.target.threads, units)));
    int fewest_rows = all * rows_of_windows(*p.pooling(), 1);
    for (int windows = 2; windows <= most; windows++) {
        configuration candidate = chosen;
        candidate["y_block"] = windows;
        const tiling blocking(task, candidate);
        const bool fits = workspace_bytes(task, candidate) <=
                          static_cast<std::size_t>(task.target.l2_bytes) / 4 * 3;
        if (fits && blocking.bands * blocking.rows <= fewest_rows) {
            fewest_rows = blocking.bands * blocking.rows;
            chosen = candidate;
        }
    }
    return chosen;
}

conv2d_program pooled_bands_conv2d::generate(const conv2d_task &task, const configuration &chosen,
                                             const std::string &name) const {
    const tiling blocking(task, chosen);
    const weights_arrangement packed = in_blocks(task, blocking);
    program packer = weights_packer(task, packed, name + "_pack_weights");

    function_scope scope(name);
    const conv2d_iterators at(task);
    const band_iterators in(task, blocking);
    const conv2d_tensors tensors(task, at, packed);
    stages of = declare(task, blocking, at, in, tensors);
    schedule(task, blocking, at, in, of);
    return {{scope.get(), tensors.arguments()}, std::move(packer), packed.extents};
}

} // namespace tiramisu::nn
