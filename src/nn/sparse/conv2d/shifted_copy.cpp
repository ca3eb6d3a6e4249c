#include "nn/sparse/conv2d/shifted_copy.h"

#include "nn/sparse/conv2d/footprint.h"

namespace tiramisu::nn {

int column_lanes(const sparse_conv2d_task &task) {
    return task.problem.ow * 2 <= task.target.lanes ? task.target.lanes / 2 : task.target.lanes;
}

std::vector<computation> shifted_copy(const sparse_conv2d_task &task, const tiling &blocking,
                                      const tile_loops &at, const input &src,
                                      const computation &copy) {
    const conv2d_problem &p = task.problem;
    const copy_strides to = blocking.strides(p);
    const footprint rows = row_footprint(p), columns = column_footprint(p);
    const expr first =
        at.slab * (blocking.slab_tiles * blocking.windows_y * rows.step) - rows.before;
    const var iy("iy", max(first, 0), min(first + blocking.copied_rows(p), p.ih));
    // Column x * sw + r of the image.
    const var r("r", 0, p.sw);
    const expr moved = r + columns.before;
    const var x("copied_x", 0,
                min((p.iw + p.sw - 1 - r) / p.sw, blocking.copied_columns(p) - moved / p.sw));
    copy(at.n, at.slab,
         at.c * to.plane + (iy - first) * to.row + moved % p.sw * to.phase_length + moved / p.sw +
             x) = src(at.n, 0, at.c, iy, x * p.sw + r);
    computation inside = copy.update(0);
    inside.vectorize(x, task.target.lanes, tail::masked);
    return {copy.init(), inside};
}

} // namespace tiramisu::nn
