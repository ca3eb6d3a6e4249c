#include "nn/sparse/conv2d/solvers/im2col.h"

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d/solver.h"
#include "nn/sparse/conv2d/patches.h"

namespace tiramisu::nn {

namespace {

constexpr double most_bytes = 1 << 26; // of patches: no cache holds more

double bytes_of_row(const sparse_conv2d_task &task) {
    return 1.0 * sizeof(float) * task.problem.ic * task.kernel_elements() * task.problem.ow;
}

/// What "rows" may be.
std::vector<int> rows_of_blocks(const sparse_conv2d_task &task) {
    std::vector<int> rows;
    for (const int one : equal_pieces(task.problem.oh)) {
        if (one * bytes_of_row(task) <= most_bytes) {
            rows.push_back(one);
        }
    }
    return rows;
}

/// The result of a tile, from what is staged of its sums.
computation finished(const conv2d_problem &p, const patch_product &product, const tile_loops &at,
                     const conv2d_images &images, tiled_sums &sums) {
    const tiling &blocking = product.blocking;
    sums.stage(at.x, blocking.vectors, sums.at(at.window_y, at.x, at.lane));
    const int positions = product.rows * p.ow;
    const expr in_block = at.dst_column(blocking), position = at.slab * positions + in_block;
    const dst_position place = {at.n, at.f, position / p.ow, position % p.ow};
    const expr sum =
        sums.staged(at.window_y, at.window_x / blocking.lanes, at.window_x % blocking.lanes);
    computation result("result",
                       {at.n, at.slab, at.y_tile, at.x_tile, at.f, at.window_y, at.window_x},
                       in_block < positions && position < p.oh * p.ow, images.finished(sum, place));
    images.store_result(result, place);
    return result;
}

} // namespace

std::string im2col_sparse_conv2d::why_not(const sparse_conv2d_task &task) const {
    if (task.layouts.src == layout::lifted || task.layouts.dst == layout::lifted) {
        return "images in the lifted layout, whose columns lie apart";
    }
    if (rows_of_blocks(task).empty()) {
        return "the patches of a row of the result take more than " +
               std::to_string(static_cast<int>(most_bytes)) + " bytes";
    }
    return why_no_pooling(task.dense());
}

std::size_t im2col_sparse_conv2d::workspace_bytes(const sparse_conv2d_task &task,
                                                  const configuration &chosen) const {
    const patch_product product(task, chosen);
    return product.blocking.workspace_bytes(product.task.problem) +
           sizeof(float) * static_cast<std::size_t>(product.padded_size(task.problem));
}

std::vector<tunable> im2col_sparse_conv2d::tunables(const sparse_conv2d_task &task) const {
    std::vector<tunable> made = {{"rows", rows_of_blocks(task)}};
    const sparse_conv2d_task whole = product_of(task, 1, made.front().values.back());
    for (const tunable &one :
         tiling_tunables(whole, whole_images(whole.problem), task.target.lanes)) {
        if (one.name == "c" || one.name == "x") {
            made.push_back(one);
        }
    }
    return made;
}

configuration im2col_sparse_conv2d::default_configuration(const sparse_conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    const int share = p.mb >= task.target.threads ? p.oh : divided_up(p.oh, task.target.threads);
    int rows = 1;
    for (const int one : rows_of_blocks(task)) {
        if (one <= share && one * bytes_of_row(task) <= task.target.l2_bytes / 2.0) {
            rows = one;
        }
    }
    const sparse_conv2d_task block = product_of(task, 1, rows);
    const configuration tile =
        default_tiling(block, whole_images(block.problem), task.target.lanes);
    return {{"c", tile.at("c")}, {"rows", rows}, {"x", tile.at("x")}};
}

sparse_conv2d_program im2col_sparse_conv2d::generate(const sparse_conv2d_task &task,
                                                     const configuration &chosen,
                                                     const std::string &name) const {
    const patch_product product(task, chosen);
    const tiling &blocking = product.blocking;
    const pattern_packing packing =
        packing_for(product.task, blocking.strides(product.task.problem), blocking.channels);
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const conv2d_iterators plain(task.dense());
    const conv2d_images images(task.dense(), plain);
    const pattern weights(packing);
    const tile_loops at(product.task, blocking);
    const block_patches patches(task, product, at, plain, images.src);
    tiled_sums sums(
        product.task, blocking, at, weights,
        [&](const expr &place) { return patches.element(place); }, images.start_of(at.f));
    computation result = finished(task.problem, product, at, images, sums);
    sums.schedule(patches.computations(), at.slab, result);
    result.vectorize(at.window_x, blocking.lanes, tail::masked);
    return sparse_program{{scope.get(), images.arguments(weights.arguments())},
                          std::move(packer),
                          blocking.channel_blocks};
}

} // namespace tiramisu::nn
