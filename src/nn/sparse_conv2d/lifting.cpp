#include "nn/sparse_conv2d/lifting.h"

#include <algorithm>

#include "nn/sparse_conv2d/footprint.h"

namespace tiramisu::nn {

namespace {

/// Blocks of src that lie so many blocks below and to the right of the result's.
struct neighbour {
    int below, right;

    bool is_itself() const { return below == 0 && right == 0; }
};

/// The blocks that have such a neighbour, of `count`.
var blocks_with(const std::string &name, int distance, int count) {
    return {name, std::max(0, -distance), count - std::max(0, distance)};
}

class lifting {
public:
    lifting(const sparse_conv2d_task &task, const tiling &cut, const tile_loops &at,
            const computation &copy)
        : task_(task), p_(task.problem), rows_(row_footprint(task.problem)),
          columns_(column_footprint(task.problem)), cut_(cut), to_(cut.strides(task.problem)),
          at_(at), copy_(copy), c_("c", 0, p_.ic), y_("sy", 0, cut.copied_rows(p_)),
          x_("sx", 0, cut.copied_columns(p_)) {}

    computation from_plain(const input &src) {
        const lane_grid &grid = cut_.grid;
        const lane_loops of(grid);
        const expr n = at_.n * grid.images + of.image;
        const expr iy = of.block_y * (grid.block_rows * rows_.step) + row();
        const expr ix = of.block_x * (grid.block_columns * columns_.step) + column();
        place(of.lane(grid)) = src(n, 0, c_, iy, ix);
        computation &made = copy_.get_last_update();
        made.add_predicate(n < p_.mb && iy >= 0 && iy < p_.ih && ix >= 0 && ix < p_.iw);
        made.reorder({of.image, c_, y_, of.block_y, of.block_x, x_});
        if (work_to_share(task_, cut_) == shared_work::filters) {
            made.interchange(of.image, c_);
        }
        return made;
    }

    /// Of src with iterators n, c, y, x, lane: whole vectors where blocks are the same, else rows
    /// of lanes.
    computation from_lifted(const input &src, const lane_grid &of_src, const neighbour &of) {
        const lane_grid &grid = cut_.grid;
        const expr y = row() - of.below * of_src.block_rows;
        const expr x = column() - of.right * of_src.block_columns;
        const var lane("copied_lane", 0, grid.lanes()), image("image", 0, grid.images);
        const var block_y = blocks_with("block_y", of.below, grid.blocks_y);
        const var block_x = blocks_with("block_x", of.right, grid.blocks_x);
        if (of.is_itself()) {
            place(lane) = src(at_.n, c_, y, x, lane);
        } else {
            place(lane_of(grid, image, block_y, block_x)) =
                src(at_.n, c_, y, x, lane_of(grid, image, block_y + of.below, block_x + of.right));
        }
        computation &made = copy_.get_last_update();
        made.add_predicate(y >= 0 && y < of_src.block_rows && x >= 0 && x < of_src.block_columns);
        if (of.is_itself()) {
            made.tag_vector_level(lane, grid.lanes());
        } else {
            const int lanes = grid.blocks_x - std::abs(of.right);
            made.tag_unroll_level(block_y);
            if (lanes > 1) {
                made.tag_vector_level(block_x, lanes);
            }
        }
        return made;
    }

private:
    /// Of src, counted from the first one of a block.
    expr row() const {
        return at_.slab * (cut_.slab_tiles * cut_.windows_y * rows_.step) + y_ - rows_.before;
    }
    expr column() const { return x_ - columns_.before; }
    access place(const expr &lane) const {
        return copy_(at_.n, at_.slab, c_ * to_.plane + y_ * to_.row + x_ * to_.column + lane);
    }

    const sparse_conv2d_task &task_;
    const conv2d_problem &p_;
    const footprint rows_, columns_;
    const tiling &cut_;
    const copy_strides to_;
    const tile_loops &at_;
    computation copy_;
    const var c_, y_, x_;
};

/// Whether a position of the kernel on a block meets this neighbour.
bool is_met(const conv2d_problem &p, const tiling &cut, const lane_grid &of_src,
            const neighbour &of) {
    const auto meets = [](int blocks, int distance, int padding, int copied, int size) {
        return distance < 0   ? blocks > 1 && padding > 0
               : distance > 0 ? blocks > 1 && copied - padding > size
                              : copied > padding;
    };
    const footprint rows = row_footprint(p), columns = column_footprint(p);
    const int copied = rows.of(cut.slabs * cut.slab_tiles * cut.windows_y);
    return meets(cut.grid.blocks_y, of.below, rows.before, copied, of_src.block_rows) &&
           meets(cut.grid.blocks_x, of.right, columns.before, cut.copied_columns(p),
                 of_src.block_columns);
}

} // namespace

expr lane_of(const lane_grid &grid, const expr &image, const expr &block_y, const expr &block_x) {
    return (image * grid.blocks_y + block_y) * grid.blocks_x + block_x;
}

lane_loops::lane_loops(const lane_grid &grid)
    : image("image", 0, grid.images), block_y("block_y", 0, grid.blocks_y),
      block_x("block_x", 0, grid.blocks_x) {}

std::vector<computation> lift(const sparse_conv2d_task &task, const tiling &cut,
                              const tile_loops &at, const conv2d_pictures &pictures,
                              const computation &copy) {
    const conv2d_problem &p = task.problem;
    lifting of(task, cut, at, copy);
    if (task.layouts.src != layout::lifted) {
        const computation made = of.from_plain(pictures.src);
        return {copy.init(), made};
    }
    const lane_grid grid = lane_grid::of(p.src_extents());
    input src("lifted_src",
              {at.n, var("c", 0, p.ic), var("iy", 0, grid.block_rows),
               var("ix", 0, grid.block_columns), at.lane},
              p_float32);
    buffer memory = pictures.src_memory();
    src.store_in(&memory);
    std::vector<computation> made = {copy.init()};
    for (const int below : {-1, 0, 1}) {
        for (const int right : {-1, 0, 1}) {
            const neighbour from = {below, right};
            if (is_met(p, cut, grid, from)) {
                made.push_back(of.from_lifted(src, grid, from));
            }
        }
    }
    return made;
}

} // namespace tiramisu::nn
