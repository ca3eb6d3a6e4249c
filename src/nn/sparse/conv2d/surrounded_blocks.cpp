#include "nn/sparse/conv2d/surrounded_blocks.h"

#include <string>

#include "nn/sparse/conv2d/footprint.h"

namespace tiramisu::nn {

namespace {

/// What a slab meets along rows or columns: `all` places, the first one at `first` of a block of
/// `size`, which is before it or, in later slabs, in it. Sides are -1: before the block, 0: in it,
/// 1: behind it.
struct stretch {
    std::string name;
    expr first;
    int all, size;
    int before; ///< places before the block, in the first slab
    int last;   ///< places from the block's first to the last one of the last slab
    int blocks;

    bool has(int side) const { return side == 0 || (side < 0 ? before > 0 : last > size); }
    bool has_neighbour(int side) const { return has(side) && (side == 0 || blocks > 1); }
    /// Places on a side.
    var on(int side) const {
        return side < 0   ? var(name, 0, min(-first, all))
               : side > 0 ? var(name, max(size - first, 0), all)
                          : met(0);
    }
    /// Places in the neighbour on a side.
    var met(int side) const {
        return {name, max(side * size - first, 0), min((side + 1) * size - first, all)};
    }
    var everywhere() const { return {name, 0, all}; }
    /// Whether a block, whatever its place among the others, has a neighbour on a side.
    expr is_inside(const expr &block, int side) const {
        return side < 0 ? block >= 1 : block < blocks - side;
    }
};

class surrounding {
public:
    surrounding(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
                const conv2d_images &images, const buffer &memory)
        : grid_(lane_grid::of(task.problem.src_extents())), to_(blocking.strides(task.problem)),
          at_(at), rows_(rows_of(task.problem, blocking)),
          columns_(columns_of(task.problem, blocking)),
          src_("lifted_src",
               {at.n, at.c, var("iy", 0, rows_.size), var("ix", 0, columns_.size), at.lane},
               p_float32),
          memory_(memory) {
        buffer lifted = images.src_memory();
        src_.store_in(&lifted);
    }

    std::vector<computation> parts() {
        for (const int side : {-1, 1}) {
            zeros(side);
        }
        if (to_.plane > rows_.all * to_.row) {
            const var y("sy", rows_.all, rows_.all + 1), x("sx", 0, 1);
            part("zeros_between_channels", y, x, expr(0.0f));
        }
        for (const int below : {-1, 0, 1}) {
            for (const int right : {-1, 0, 1}) {
                if (rows_.has_neighbour(below) && columns_.has_neighbour(right)) {
                    copy_of_neighbour(below, right);
                }
            }
        }
        return parts_;
    }

private:
    stretch rows_of(const conv2d_problem &p, const tiling &blocking) const {
        const footprint rows = row_footprint(p);
        const int before = rows.before,
                  all = blocking.slabs * blocking.slab_tiles * blocking.windows_y;
        return {"sy",
                at_.slab * (blocking.slab_tiles * blocking.windows_y * rows.step) - before,
                blocking.copied_rows(p),
                grid_.block_rows,
                before,
                rows.of(all) - before,
                grid_.blocks_y};
    }
    stretch columns_of(const conv2d_problem &p, const tiling &blocking) const {
        const int before = column_footprint(p).before, all = blocking.copied_columns(p);
        return {"sx", -before, all, grid_.block_columns, before, all - before, grid_.blocks_x};
    }

    /// Of the block itself, or of that so many blocks below and to the right, where there is one.
    void copy_of_neighbour(int below, int right) {
        const var y = rows_.met(below), x = columns_.met(right);
        const expr value = src_(at_.n, at_.c, rows_.first + y - below * rows_.size,
                                columns_.first + x - right * columns_.size,
                                at_.lane + (below * grid_.blocks_x + right));
        const std::string name = "copy_" + std::to_string(parts_.size());
        computation made = part(name, y, x, value);
        if (below != 0) {
            made.add_predicate(rows_.is_inside(at_.lane / grid_.blocks_x % grid_.blocks_y, below));
        }
        if (right != 0) {
            made.add_predicate(columns_.is_inside(at_.lane % grid_.blocks_x, right));
        }
    }

    /// Before or behind a block: whole rows, and columns beside its own rows.
    void zeros(int side) {
        const std::string name = side < 0 ? "zeros_before" : "zeros_behind";
        if (rows_.has(side)) {
            part(name + "_rows", rows_.on(side), columns_.everywhere(), expr(0.0f));
        }
        if (columns_.has(side)) {
            part(name + "_columns", rows_.on(0), columns_.on(side), expr(0.0f));
        }
    }

    computation part(const std::string &name, const var &y, const var &x, const expr &value) {
        computation made(name, {at_.n, at_.slab, at_.c, y, x, at_.lane}, value);
        made.store_in(&memory_, {at_.c * to_.plane + y * to_.row + x * to_.column + at_.lane});
        made.tag_vector_level(at_.lane, grid_.lanes());
        parts_.push_back(made);
        return made;
    }

    const lane_grid grid_;
    const copy_strides to_;
    const tile_loops &at_;
    const stretch rows_, columns_;
    input src_;
    buffer memory_;
    std::vector<computation> parts_;
};

} // namespace

std::vector<computation> surrounded_blocks(const sparse_conv2d_task &task, const tiling &blocking,
                                           const tile_loops &at, const conv2d_images &images,
                                           const buffer &memory) {
    return surrounding(task, blocking, at, images, memory).parts();
}

} // namespace tiramisu::nn
