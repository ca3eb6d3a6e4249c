#include "nn/sparse_conv2d/solvers/lifted.h"

#include "nn/conv2d/tensors.h"
#include "nn/program/pieces.h"
#include "nn/sparse_conv2d/lane_grid.h"
#include "nn/sparse_conv2d/tiled_sums.h"

namespace tiramisu::nn {

namespace {

tiling tiling_of(const sparse_conv2d_task &task, const configuration &chosen) {
    return {task, lifted_grid(task), task.on.lanes, chosen};
}

/// Iterators over the lanes of a vector.
struct lane_loops {
    var image, block_y, block_x;

    explicit lane_loops(const lane_grid &grid)
        : image("image", 0, grid.images), block_y("block_y", 0, grid.blocks_y),
          block_x("block_x", 0, grid.blocks_x) {}
    expr lane(const lane_grid &grid) const {
        return (image * grid.blocks_y + block_y) * grid.blocks_x + block_x;
    }
};

/// Lifts what lies inside of the pictures; the last of the copy's computations.
computation lifted(const sparse_conv2d_task &task, const tiling &cut, const tile_loops &at,
                   const input &src, computation copy) {
    const conv2d_problem &p = task.problem;
    const copy_strides to = cut.strides(p);
    const lane_loops of(cut.grid);
    const var c("c", 0, p.ic), sy("sy", 0, cut.copied_rows(p)), sx("sx", 0, cut.copied_columns(p));
    const expr n = at.n * cut.grid.images + of.image;
    const expr iy = of.block_y * (cut.block_rows * p.sh) +
                    at.slab * (cut.slab_tiles * cut.rows * p.sh) + sy - p.ph;
    const expr ix = of.block_x * (cut.block_columns * p.sw) + sx - p.pw;
    copy(at.n, at.slab, c * to.plane + sy * to.row + sx * to.column + of.lane(cut.grid)) =
        src(n, 0, c, iy, ix);
    computation inside = copy.update(0), zeros = copy.init();
    inside.add_predicate(n < p.mb && iy >= 0 && iy < p.ih && ix >= 0 && ix < p.iw);
    inside.reorder({of.image, c, sy, of.block_y, of.block_x, sx});
    zeros.then(inside, at.slab);
    return inside;
}

} // namespace

std::size_t lifted_sparse_conv2d::workspace_bytes(const sparse_conv2d_task &task,
                                                  const configuration &chosen) const {
    return sizeof(float) *
           static_cast<std::size_t>(tiling_of(task, chosen).copy_size(task.problem));
}

std::vector<tunable> lifted_sparse_conv2d::tunables(const sparse_conv2d_task &task) const {
    return tiling_tunables(task, lifted_grid(task), task.on.lanes);
}

configuration lifted_sparse_conv2d::default_configuration(const sparse_conv2d_task &task) const {
    return default_tiling(task, lifted_grid(task), task.on.lanes);
}

sparse_conv2d_program lifted_sparse_conv2d::generate(const sparse_conv2d_task &task,
                                                     const configuration &chosen,
                                                     const std::string &name) const {
    const conv2d_problem &p = task.problem;
    const tiling cut = tiling_of(task, chosen);
    program packer = pattern_packer(task, cut.strides(p), cut.channels, name + "_pack_pattern");

    function_scope scope(name);
    const conv2d_iterators plain(task.dense());
    const conv2d_pictures pictures(task.dense(), plain);
    const pattern weights(task, cut.channel_blocks);
    const tile_loops at(task, cut);
    const computation copy = zeroed_copy(task, cut, at);
    computation last_of_copy = lifted(task, cut, at, pictures.src, copy);
    tiled_sums sums(task, cut, at, weights, copy, pictures.start_of(at.f));

    const lane_loops of(cut.grid);
    const expr block_row = at.block_row(cut), block_column = at.block_vector(cut);
    const expr n = at.n * cut.grid.images + of.image;
    const expr row = of.block_y * cut.block_rows + block_row;
    const expr column = of.block_x * cut.block_columns + block_column;
    const dst_position place = {n, at.f, row, column};
    computation result(
        "result",
        {at.n, at.slab, at.y_tile, at.x_tile, at.f, of.image, of.block_y, at.y, of.block_x, at.x},
        pictures.finished(sums.at(at.y, at.x, of.lane(cut.grid)), place));
    result.add_predicate(n < p.mb && block_row < cut.block_rows && row < p.oh &&
                         block_column < cut.block_columns && column < p.ow);
    pictures.store_result(result, place);
    sums.schedule(last_of_copy, result);
    return {{scope.get(), pictures.arguments(weights.arguments())},
            std::move(packer),
            cut.channel_blocks};
}

} // namespace tiramisu::nn
