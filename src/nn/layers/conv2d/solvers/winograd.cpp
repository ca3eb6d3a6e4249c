#include "nn/layers/conv2d/solvers/winograd.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "nn/framework/problem/numbers.h"
#include "nn/framework/program/pieces.h"
#include "nn/framework/program/register_tile.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/pooling.h"
#include "nn/layers/conv2d/solvers/winograd_tiling.h"
#include "nn/layers/conv2d/solvers/winograd_weights.h"
#include "nn/layers/conv2d/tensors.h"

namespace tiramisu::nn {

namespace {

/// Iterators of tiles and filters: blocks of rows of tiles and rows in a block, columns of tiles,
/// blocks of filters, vectors in a block and lanes, products, rows of a tile, elements of dst in a
/// tile. That blocks are iterators, not made by the schedule, lets arrays hold one block alone.
struct tile_iterators {
    var block, ty, tx, f_block, f_vector, f_lane, a, b, i, r, y, x;

    tile_iterators(const conv2d_task &task, const winograd_tiling &blocking)
        : block("t_block", 0, blocking.blocks), ty("ty", 0, blocking.block_rows),
          tx("tx", 0, blocking.columns), f_block("f_block", 0, blocking.filter_blocks),
          f_vector("f_vector", 0, blocking.vectors), f_lane("f_lane", 0, blocking.lanes),
          a("a", 0, blocking.tile.down.products()), b("b", 0, blocking.tile.across.products()),
          i("i", 0, blocking.tile.across.products()), r("r", 0, blocking.tile.down.m),
          y("y", 0, blocking.tile.down.m / pooling_of(task.problem).kh),
          x("x", 0, blocking.tile.across.m / pooling_of(task.problem).kw) {}
};

/// A transform of planes by one matrix and then by the other one; of lines there is one alone.
struct transform_steps {
    std::optional<computation> half;
    computation whole;
};

/// The computations, from the image to the result.
struct stages {
    computation padded;
    transform_steps spectrum; ///< bt padded, (bt padded) bt^T
    computation products;
    transform_steps result; ///< at products, (at products) at^T
    bool has_image;
};

computation pad(const conv2d_task &task, const winograd_tiling &blocking,
                const conv2d_iterators &at, const input &src, bool &has_image) {
    const conv2d_problem &p = task.problem;
    const int rows = blocking.padded_rows(blocking.blocks * blocking.block_rows),
              columns = blocking.padded_columns();
    const var py("py", 0, rows), px("px", 0, columns);
    computation padded("padded", {at.n, at.g, py, px, at.c}, 0.0f);
    has_image = copy_image(
        p, rows, columns,
        [&](const expr &row, const expr &column) { return padded(at.n, at.g, row, column, at.c); },
        [&](const var &iy, const var &ix) { return src(at.n, at.g, at.c, iy, ix); });
    return padded;
}

/// What tiles that reach beyond dst, and vectors beyond the filters, do not have.
expr is_inside(const conv2d_task &task, const winograd_tiling &blocking,
               const result_position &at) {
    const auto extents = task.problem.dst_extents();
    expr inside = at.y < extents[2] && at.x < extents[3];
    if (task.filters() % blocking.filters() != 0) {
        inside = inside && at.f < task.filters();
    }
    return inside;
}

/// So many floats and more: an odd number of cache lines. As many planes apart, the elements of a
/// tile would meet in one set of the first-level cache where a plane is whole pages.
int apart(int floats) {
    constexpr int line = 64 / sizeof(float);
    return (divided_up(floats, line) | 1) * line;
}

/// The products have a memory of their own for each block of tiles and of filters, the folded ones
/// for each vector.
void store_blocks(const conv2d_task &task, const winograd_tiling &blocking,
                  const conv2d_iterators &at, const tile_iterators &t, stages &of) {
    const int down = blocking.tile.down.products(), across = blocking.tile.across.products(),
              tiles = blocking.block_rows * blocking.columns;
    const expr tile = t.ty * blocking.columns + t.tx;
    of.spectrum.whole.store_in({t.a, t.b, tile * task.channels() + at.c},
                               {down, across, apart(tiles * task.channels())});
    of.products.store_in(
        {t.a, t.b, (tile * blocking.vectors + t.f_vector) * blocking.lanes + t.f_lane},
        {down, across, apart(tiles * blocking.filters())});
    if (of.result.half) {
        of.result.half->store_in({t.r, t.b, t.f_lane},
                                 {blocking.tile.down.m, across, blocking.lanes});
    }
}

transform_steps declare_spectrum(const winograd_tile &tile, const conv2d_iterators &at,
                                 const tile_iterators &t, const expr &row,
                                 const computation &padded) {
    const winograd_transform &down = tile.down, &across = tile.across;
    const auto image = [&](const expr &y, const expr &x) -> expr {
        return padded(at.n, at.g, row * down.m + y, t.tx * across.m + x, at.c);
    };
    std::optional<computation> rows;
    if (tile.is_plane()) {
        rows.emplace("rows", std::vector<var>{at.n, at.g, t.block, t.ty, t.tx, t.a, t.i, at.c},
                     row_times(down.bt, t.a, [&](int y) { return image(y, t.i); }));
    }
    const auto in_a_row = [&](int x) -> expr {
        return rows ? (*rows)(at.n, at.g, t.block, t.ty, t.tx, t.a, x, at.c) : image(0, x);
    };
    return {rows, computation("spectrum", {at.n, at.g, t.block, t.ty, t.tx, t.a, t.b, at.c},
                              across.kernel > 1
                                  ? row_times(across.bt, t.b, in_a_row)
                                  : row_times(down.bt, t.a, [&](int y) { return image(y, 0); }))};
}

/// What the tile of the iterators has at a place in it, without bias and post-ops, and half of it.
struct tile_sums {
    std::optional<computation> folded;
    std::function<expr(const result_position &)> at;
};

tile_sums declare_sums(const winograd_tile &tile, const conv2d_iterators &at,
                       const tile_iterators &t, const computation &products) {
    const winograd_transform &down = tile.down, &across = tile.across;
    const auto product = [=](const expr &a, const expr &b) -> expr {
        return products(at.n, at.g, t.block, t.f_block, a, b, t.ty, t.tx, t.f_vector, t.f_lane);
    };
    if (!tile.is_plane()) {
        return {std::nullopt, [=, &down, &across](const result_position &in_tile) {
                    return across.kernel == 1
                               ? row_times(down.at, in_tile.y, [&](int a) { return product(a, 0); })
                               : row_times(across.at, in_tile.x,
                                           [&](int b) { return product(0, b); });
                }};
    }
    const computation folded(
        "folded", {at.n, at.g, t.block, t.f_block, t.ty, t.tx, t.f_vector, t.r, t.b, t.f_lane},
        row_times(down.at, t.r, [&](int a) { return product(a, t.b); }));
    return {folded, [=, &across](const result_position &in_tile) {
                return row_times(across.at, in_tile.x, [&](int b) -> expr {
                    return folded(at.n, at.g, t.block, t.f_block, t.ty, t.tx, t.f_vector, in_tile.y,
                                  b, t.f_lane);
                });
            }};
}

stages declare(const conv2d_task &task, const winograd_tiling &blocking, const conv2d_iterators &at,
               const tile_iterators &t, const conv2d_tensors &tensors) {
    const int down = blocking.tile.down.m, across = blocking.tile.across.m;
    const expr row = t.block * blocking.block_rows + t.ty;
    const expr f = (t.f_block * blocking.vectors + t.f_vector) * blocking.lanes + t.f_lane;
    bool has_image = false;
    const computation padded = pad(task, blocking, at, tensors.src, has_image);
    const transform_steps spectrum = declare_spectrum(blocking.tile, at, t, row, padded);
    computation products(
        "products", {at.n, at.g, t.block, t.f_block, t.a, t.b, t.ty, t.tx, t.f_vector, t.f_lane},
        0.0f);
    products(at.n, at.g, t.block, t.f_block, t.a, t.b, t.ty, t.tx, t.f_vector, t.f_lane) +=
        tensors.weights(at.g, f, at.c, t.a, t.b) *
        spectrum.whole(at.n, at.g, t.block, t.ty, t.tx, t.a, t.b, at.c);
    const tile_sums sums = declare_sums(blocking.tile, at, t, products);
    const auto value_at = [&](const result_position &in_tile) {
        return tensors.finished(tensors.start(f) + sums.at(in_tile),
                                {f, row * down + in_tile.y, t.tx * across + in_tile.x});
    };
    const post::pool pool = pooling_of(task.problem);
    const result_position place = {f, row * (down / pool.kh) + t.y,
                                   t.tx * (across / pool.kw) + t.x};
    computation result(
        "result", {at.n, at.g, t.block, t.f_block, t.ty, t.tx, t.f_vector, t.y, t.x, t.f_lane},
        is_inside(task, blocking, place), pooled_value(task, {f, t.y, t.x}, value_at));
    tensors.store_result(result, place);
    stages of = {padded, spectrum, products, {sums.folded, result}, has_image};
    store_blocks(task, blocking, at, t, of);
    return of;
}

/// Channels of plain images may lie whole pages apart: a line is read to its end while those of
/// no more channels are than a set of the cache has places.
void schedule_copy_of_image(const conv2d_task &task, const conv2d_iterators &at, computation copy) {
    if (task.layouts.src != layout::nchw) {
        copy.vectorize(at.c, task.target.lanes);
        return;
    }
    const var c_vector("c_vector"), c_lane("c_lane");
    copy.vectorize(at.c, std::min(task.target.lanes, machine::l1_ways), c_vector, c_lane);
    copy.reorder({at.n, at.g, var("iy"), c_vector, var("ix"), c_lane});
}

/// The image's part of a block of tiles, and its spectrum.
void schedule_spectrum(const conv2d_task &task, const conv2d_iterators &at, const tile_iterators &t,
                       stages &of) {
    const int lanes = task.target.lanes;
    const var c_vector("c_vector"), c_lane("c_lane");
    of.spectrum.whole.vectorize(at.c, lanes, c_vector, c_lane);
    of.spectrum.whole.reorder({at.n, at.g, t.block, t.ty, t.tx, c_vector, t.a, t.b, c_lane});
    of.spectrum.whole.tag_unroll_level(t.a);
    of.spectrum.whole.tag_unroll_level(t.b);
    if (of.spectrum.half) {
        of.spectrum.half->vectorize(at.c, lanes);
        of.spectrum.half->tag_unroll_level(t.a);
        of.spectrum.half->tag_unroll_level(t.i);
        of.spectrum.half->compute_at(of.spectrum.whole, c_vector);
    }
    of.padded.init().vectorize(at.c, lanes);
    if (of.has_image) {
        schedule_copy_of_image(task, at, of.padded.update(0));
    }
    of.padded.compute_at(of.spectrum.whole, t.block);
}

void schedule(const conv2d_task &task, const conv2d_iterators &at, const tile_iterators &t,
              const winograd_tiling &blocking, const input &weights, stages &of) {
    schedule_spectrum(task, at, t, of);
    const var y_tile("y_tile"), y("y_in"), x_tile("x_tile"), x("x_in");
    computation zeros = of.products.init(), sums = of.products.update(0);
    for (computation part : {zeros, sums}) {
        part.split(t.ty, blocking.tile_rows, y_tile, y)
            .split(t.tx, blocking.tile_columns, x_tile, x);
    }
    zeros.reorder({t.a, t.b, y_tile, x_tile, y, x, t.f_vector, t.f_lane});
    sums.reorder({t.a, t.b, y_tile, x_tile, at.c, y, x, t.f_vector, t.f_lane});
    for (computation part : {zeros, sums}) {
        part.tag_unroll_level(y).tag_unroll_level(x).tag_unroll_level(t.f_vector);
        part.tag_vector_level(t.f_lane, blocking.lanes);
    }
    of.result.whole.tag_unroll_level(t.y).tag_unroll_level(t.x).tag_vector_level(t.f_lane,
                                                                                 blocking.lanes);
    of.spectrum.whole.then(zeros, t.block).then(sums, x_tile);
    if (of.result.half) {
        of.result.half->tag_unroll_level(t.r).tag_unroll_level(t.b).tag_vector_level(
            t.f_lane, blocking.lanes);
        sums.then(*of.result.half, t.f_block);
        of.result.half->then(of.result.whole, t.f_vector);
    } else {
        sums.then(of.result.whole, t.f_block);
    }
    // Transformed weights are many, and each serves one product of a tile only.
    sums.prefetch(weights, blocking.tile.across.products() > 1 ? t.b : t.a, 1, at.c);
    sums.cache_write(x_tile, memory::registers);
    of.result.whole.parallelize(task.problem.mb >= task.target.threads ? at.n : t.block);
}

std::string why_not_of_kernel(const conv2d_problem &p) {
    constexpr int longest = winograd_transform::most_products - 1; // F(2, 7)
    const bool is_one = p.kh * p.kw == 1, is_long = std::max(p.kh, p.kw) > longest;
    return is_one || is_long
               ? "kernel " + size_text(p.kh, p.kw) + ", must be larger than 1x1 and at most " +
                     size_text(longest, longest)
               : "";
}

} // namespace

std::string winograd_conv2d::why_not(const conv2d_task &task) const {
    if (task.any_size) {
        return "images of any size, whose tiles of results it counts";
    }
    const conv2d_problem &p = task.problem;
    for (const std::string &reason :
         {why_not_of_kernel(p), why_not_of_size("stride", p.sh, p.sw, 1),
          why_not_of_size("dilation", p.dh, p.dw, 0), why_not_apart(task)}) {
        if (!reason.empty()) {
            return reason;
        }
    }
    const post::pool pool = pooling_of(p);
    return winograd_tiles(task).empty()
               ? "pooling with windows " + size_text(pool.kh, pool.kw) +
                     ", which divide no tile of a " + size_text(p.kh, p.kw) + " kernel"
               : "";
}

bool winograd_conv2d::is_for_rule(const conv2d_task &task) const {
    return task.relaxed && std::min(task.channels(), task.filters()) >= task.target.lanes &&
           tiles_save_work(task);
}

double winograd_conv2d::relative_work(const conv2d_task &task) const {
    return relative_tile_work(task);
}

std::size_t winograd_conv2d::workspace_bytes(const conv2d_task &task,
                                             const configuration &chosen) const {
    const winograd_tiling blocking(task, chosen);
    const std::size_t padded = sizeof(float) * static_cast<std::size_t>(task.channels()) *
                               static_cast<std::size_t>(blocking.padded_rows(blocking.block_rows)) *
                               static_cast<std::size_t>(blocking.padded_columns());
    const std::size_t products =
        sizeof(float) * static_cast<std::size_t>(blocking.filters()) *
        static_cast<std::size_t>(blocking.block_rows * blocking.columns * blocking.tile.products());
    return padded + spectrum_bytes(task, blocking, blocking.block_rows) + products;
}

std::vector<tunable> winograd_conv2d::tunables(const conv2d_task &task) const {
    const tile_sides sides = sides_of_fitting_tiles(task.target);
    return {{"f_vectors", sides.vectors},
            {"m", winograd_tiles(task)},
            {"t_block", up_to(divided_up(task.problem.oh, task.problem.kh > 1 ? 2 : 1))},
            {"x", sides.columns},
            {"y", sides.rows}};
}

configuration winograd_conv2d::default_configuration(const conv2d_task &task) const {
    return default_winograd_tiling(task);
}

conv2d_program winograd_conv2d::generate(const conv2d_task &task, const configuration &chosen,
                                         const std::string &name) const {
    const winograd_tiling blocking(task, chosen);
    program packer = weights_transformer(task, blocking, name + "_pack_weights");
    const weights_arrangement packed = transformed_weights(task, blocking);

    function_scope scope(name);
    const conv2d_iterators at(task);
    const tile_iterators t(task, blocking);
    const conv2d_tensors tensors(task, at, packed);
    stages of = declare(task, blocking, at, t, tensors);
    schedule(task, at, t, blocking, tensors.weights, of);
    return {{scope.get(), tensors.arguments()}, std::move(packer), packed.extents};
}

} // namespace tiramisu::nn
