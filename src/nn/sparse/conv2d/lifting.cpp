#include "nn/sparse/conv2d/lifting.h"

#include "nn/sparse/conv2d/footprint.h"
#include "nn/sparse/conv2d/surrounded_blocks.h"

namespace tiramisu::nn {

namespace {

/// The rows or columns of the copy, so many, that lie in an image of this size, where the first
/// one would lie at `first`.
var copied(const std::string &name, int all, const expr &first, int size) {
    return {name, max(-first, 0), min(size - first, all)};
}

/// Zeros, then elements of src, lane by lane.
lifted_copy from_plain(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
                       const input &src) {
    const conv2d_problem &p = task.problem;
    const lane_grid &grid = blocking.grid;
    const footprint rows = row_footprint(p), columns = column_footprint(p);
    const copy_strides to = blocking.strides(p);
    const lane_loops of(grid);
    const expr first_n = at.n * grid.images;
    const expr first_y =
        (at.slab * (blocking.slab_tiles * blocking.windows_y) + of.block_y * grid.block_rows) *
            rows.step -
        rows.before;
    const expr first_x = of.block_x * (grid.block_columns * columns.step) - columns.before;
    const var image("image", 0, min(p.mb - first_n, grid.images));
    const var y = copied("sy", blocking.copied_rows(p), first_y, p.ih);
    const var x = copied("sx", blocking.copied_columns(p), first_x, p.iw);
    const computation copy = zeroed_copy(task, blocking, at);
    const expr place = at.c * to.plane + y * to.row + x * to.column;
    copy(at.n, at.slab, place + lane_of(grid, image, of.block_y, of.block_x)) =
        src(first_n + image, 0, at.c, first_y + y, first_x + x);
    computation lifted = copy.update(0);
    lifted.reorder({at.c, image, y, of.block_y, of.block_x, x});
    return {{copy.init(), lifted},
            [copy, at](const expr &e) -> expr { return copy(at.n, at.slab, e); }};
}

lifted_copy from_lifted(const sparse_conv2d_task &task, const tiling &blocking,
                        const tile_loops &at, const conv2d_images &images) {
    const int size = blocking.copy_size(task.problem);
    buffer memory("copy", {size}, p_float32, a_temporary);
    const var e("e", 0, size);
    input copy("copy", {e}, p_float32);
    copy.store_in(&memory);
    return {surrounded_blocks(task, blocking, at, images, memory),
            [copy](const expr &place) -> expr { return copy(place); }};
}

} // namespace

expr lane_of(const lane_grid &grid, const expr &image, const expr &block_y, const expr &block_x) {
    return (image * grid.blocks_y + block_y) * grid.blocks_x + block_x;
}

lane_loops::lane_loops(const lane_grid &grid)
    : image("image", 0, grid.images), block_y("block_y", 0, grid.blocks_y),
      block_x("block_x", 0, grid.blocks_x) {}

lifted_copy lift(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
                 const conv2d_images &images) {
    return task.layouts.src == layout::lifted ? from_lifted(task, blocking, at, images)
                                              : from_plain(task, blocking, at, images.src);
}

} // namespace tiramisu::nn
