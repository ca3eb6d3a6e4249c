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
        : p_(task.problem), rows_(row_footprint(task.problem)),
          columns_(column_footprint(task.problem)), cut_(cut), to_(cut.strides(task.problem)),
          at_(at), copy_(copy), c_("c", 0, p_.ic) {}

    computation from_plain(const input &src) {
        const lane_grid &grid = cut_.grid;
        const lane_loops of(grid);
        const expr first_n = at_.n * grid.images;
        const expr first_y = first_row() + of.block_y * (grid.block_rows * rows_.step);
        const expr first_x = of.block_x * (grid.block_columns * columns_.step) - columns_.before;
        const var image("image", 0, min(p_.mb - first_n, grid.images));
        const var y = copied("sy", cut_.copied_rows(p_), first_y, p_.ih);
        const var x = copied("sx", cut_.copied_columns(p_), first_x, p_.iw);
        place(lane_of(grid, image, of.block_y, of.block_x), y, x) =
            src(first_n + image, 0, c_, first_y + y, first_x + x);
        computation &made = copy_.get_last_update();
        made.reorder({c_, image, y, of.block_y, of.block_x, x});
        return made;
    }

    /// Of src with iterators n, c, y, x, lane: whole vectors where blocks are the same, else rows
    /// of lanes.
    computation from_lifted(const input &src, const lane_grid &of_src, const neighbour &of) {
        const lane_grid &grid = cut_.grid;
        const expr first_y = first_row() - of.below * of_src.block_rows;
        const expr first_x = -columns_.before - of.right * of_src.block_columns;
        const var y = copied("sy", cut_.copied_rows(p_), first_y, of_src.block_rows);
        const var x = copied("sx", cut_.copied_columns(p_), first_x, of_src.block_columns);
        const var lane("copied_lane", 0, grid.lanes()), image("image", 0, grid.images);
        const var block_y = blocks_with("block_y", of.below, grid.blocks_y);
        const var block_x = blocks_with("block_x", of.right, grid.blocks_x);
        if (of.is_itself()) {
            place(lane, y, x) = src(at_.n, c_, first_y + y, first_x + x, lane);
        } else {
            place(lane_of(grid, image, block_y, block_x), y, x) =
                src(at_.n, c_, first_y + y, first_x + x,
                    lane_of(grid, image, block_y + of.below, block_x + of.right));
        }
        computation &made = copy_.get_last_update();
        if (of.is_itself()) {
            made.reorder({c_, y, x, lane});
            made.tag_vector_level(lane, grid.lanes());
        } else {
            made.reorder({c_, y, x, image, block_y, block_x});
            const int lanes = grid.blocks_x - std::abs(of.right);
            made.tag_unroll_level(block_y);
            if (lanes > 1) {
                made.tag_vector_level(block_x, lanes);
            }
        }
        return made;
    }

private:
    /// Of the slab in its blocks; may be before the first one.
    expr first_row() const {
        return at_.slab * (cut_.slab_tiles * cut_.windows_y * rows_.step) - rows_.before;
    }
    /// The rows or columns of the copy, so many, that lie in a picture or block of this size, where
    /// the first one would lie at `first`.
    static var copied(const std::string &name, int all, const expr &first, int size) {
        return {name, max(-first, 0), min(size - first, all)};
    }
    access place(const expr &lane, const expr &y, const expr &x) const {
        return copy_(at_.n, at_.slab, lane + c_ * to_.plane + y * to_.row + x * to_.column);
    }

    const conv2d_problem &p_;
    const footprint rows_, columns_;
    const tiling &cut_;
    const copy_strides to_;
    const tile_loops &at_;
    computation copy_;
    const var c_;
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
