#include "nn/sparse/conv2d/solvers/shifted.h"

#include "nn/layers/conv2d/pooling.h"
#include "nn/layers/conv2d/tensors.h"
#include "nn/sparse/conv2d/shifted_copy.h"
#include "nn/sparse/conv2d/tile_pooling.h"
#include "nn/sparse/conv2d/tiled_sums.h"

namespace tiramisu::nn {

namespace {

tiling tiling_of(const sparse_conv2d_task &task, const configuration &chosen) {
    return {task, whole_images(task.problem), column_lanes(task), chosen};
}

/// Stages the rows of windows together, by vectors; the result is made of columns of these.
computation pooled(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
                   const conv2d_images &images, tiled_sums &sums) {
    const post::pool pool = pooling_of(task.problem);
    const tile_pooling pooling(task.problem, images);
    const expr column = at.first_column(blocking) + at.x * blocking.lanes + at.lane - pool.pw;
    const expr rows = pooling.together(pool.kh, [&](int i) {
        const expr y = at.window_y * pool.sh + i;
        return pooling.taken(sums.at(y, at.x, at.lane),
                             {at.n, at.f, at.first_row(blocking) + y - pool.ph, column});
    });
    sums.stage(at.x, blocking.vectors, rows);
    const expr window = pooling.together(pool.kw, [&](int i) {
        const expr x = at.window_x * pool.sw + i;
        return sums.staged(at.window_y, x / blocking.lanes, x % blocking.lanes);
    });
    const dst_position place = {at.n, at.f, at.dst_row(blocking), at.dst_column(blocking)};
    computation result("result",
                       {at.n, at.slab, at.y_tile, at.x_tile, at.f, at.window_y, at.window_x},
                       place.y < blocking.grid.block_rows && place.x < blocking.grid.block_columns,
                       pooling.result(window, place));
    images.store_result(result, place);
    return result;
}

} // namespace

std::string shifted_sparse_conv2d::why_not(const sparse_conv2d_task &task) const {
    const bool is_lifted = task.layouts.src == layout::lifted || task.layouts.dst == layout::lifted;
    return is_lifted ? "images in the lifted layout, whose columns lie apart"
                     : why_not_tiled(task, whole_images(task.problem), column_lanes(task));
}

std::size_t shifted_sparse_conv2d::workspace_bytes(const sparse_conv2d_task &task,
                                                   const configuration &chosen) const {
    return tiling_of(task, chosen).workspace_bytes(task.problem);
}

std::vector<tunable> shifted_sparse_conv2d::tunables(const sparse_conv2d_task &task) const {
    return tiling_tunables(task, whole_images(task.problem), column_lanes(task));
}

configuration shifted_sparse_conv2d::default_configuration(const sparse_conv2d_task &task) const {
    return default_tiling(task, whole_images(task.problem), column_lanes(task));
}

sparse_conv2d_program shifted_sparse_conv2d::generate(const sparse_conv2d_task &task,
                                                      const configuration &chosen,
                                                      const std::string &name) const {
    const conv2d_problem &p = task.problem;
    const tiling blocking = tiling_of(task, chosen);
    const pattern_packing packing = packing_for(task, blocking.strides(p), blocking.channels);
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const conv2d_iterators plain(task.dense());
    const conv2d_images images(task.dense(), plain);
    const pattern weights(packing);
    const tile_loops at(task, blocking);
    const computation copy = zeroed_copy(task, blocking, at);
    const std::vector<computation> copies = shifted_copy(task, blocking, at, images.src, copy);
    const copied_element element = [&](const expr &place) -> expr {
        return copy(at.n, at.slab, place);
    };
    tiled_sums sums(task, blocking, at, weights, element, images.start_of(at.f));
    computation result = pooled(task, blocking, at, images, sums);
    sums.schedule(copies, at.slab, result);
    result.vectorize(at.window_x, blocking.lanes, tail::masked);
    return sparse_program{{scope.get(), images.arguments(weights.arguments())},
                          std::move(packer),
                          blocking.channel_blocks};
}

} // namespace tiramisu::nn
