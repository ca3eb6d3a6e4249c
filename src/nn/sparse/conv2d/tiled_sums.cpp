#include "nn/sparse/conv2d/tiled_sums.h"

namespace tiramisu::nn {

tile_loops::tile_loops(const sparse_conv2d_task &task, const tiling &cut)
    : n("n", 0, cut.groups), slab("slab", 0, cut.slabs), c("c", 0, task.problem.ic),
      y_tile("y_tile", 0, cut.slab_tiles), x_tile("x_tile", 0, cut.tiles_x),
      f("f", 0, task.problem.oc), y("y", 0, cut.rows), x("x", 0, cut.vectors),
      lane("lane", 0, cut.lanes), window_y("window_y", 0, cut.windows_y),
      window_x("window_x", 0, cut.windows_x) {}

expr tile_loops::dst_row(const tiling &cut) const {
    return (slab * cut.slab_tiles + y_tile) * cut.windows_y + window_y;
}

expr tile_loops::first_row(const tiling &cut) const {
    return (slab * cut.slab_tiles + y_tile) * cut.rows_apart;
}

computation zeroed_copy(const sparse_conv2d_task &task, const tiling &cut, const tile_loops &at) {
    const int size = cut.copy_size(task.problem);
    const var e("e", 0, size), in_plane("e_in_plane");
    computation zeros("copy", {at.n, at.slab, e}, expr(0.0f));
    buffer memory("copy", {size}, p_float32, a_temporary);
    zeros.store_in(&memory, {e});
    zeros.split(e, cut.strides(task.problem).plane, at.c, in_plane);
    zeros.vectorize(in_plane, task.on.lanes);
    return zeros;
}

tiled_sums::tiled_sums(const sparse_conv2d_task &task, const tiling &cut, const tile_loops &at,
                       const pattern &weights, const copied_element &copy, const expr &start)
    : shared_(work_to_share(task, cut)), cut_(cut), at_(at),
      block_("c_block", 0, cut.channel_blocks) {
    const conv2d_problem &p = task.problem;
    const int row = p.sh * cut.strides(p).row;
    // A vector of columns of one phase, or of one column in all lanes.
    const int column = cut.lanes_are_columns() ? 1 : p.sw * cut.lanes;
    const int vector = cut.lanes_are_columns() ? cut.lanes : column;
    const bool one_block = cut.channel_blocks == 1;
    const var k = weights.nonzeros(one_block ? expr(0) : expr(block_), at.f);
    const expr met = copy(weights.offsets(k) + (at.y_tile * cut.rows_apart + at.y) * row +
                          at.x_tile * (cut.columns_apart * column) + at.x * vector + at.lane);
    sums_.emplace("sums", at.of_tile(at.y, at.x), start);
    (*sums_)(at.n, at.slab, at.y_tile, at.x_tile, at.f, at.y, at.x, at.lane) +=
        weights.values(k) * met;
    if (one_block) {
        buffer registers("sums", {cut.rows, cut.vectors, cut.lanes}, p_float32, a_temporary);
        sums_->store_in(&registers, {at.y, at.x, at.lane});
    } else {
        buffer of_filters("sums", {p.oc, cut.rows, cut.vectors, cut.lanes}, p_float32, a_temporary);
        sums_->store_in(&of_filters, {at.f, at.y, at.x, at.lane});
    }
}

expr tiled_sums::of_tile(const computation &what, const expr &y, const expr &x,
                         const expr &lane) const {
    return what(at_.n, at_.slab, at_.y_tile, at_.x_tile, at_.f, y, x, lane);
}

expr tiled_sums::at(const expr &y, const expr &x, const expr &lane) const {
    return of_tile(*sums_, y, x, lane);
}

void tiled_sums::stage(const var &vector, int vectors, const expr &value) {
    buffer tile("tile", {cut_.windows_y, vectors, cut_.lanes}, p_float32, a_temporary);
    staged_vector_ = vector;
    staged_.emplace("tile", at_.of_tile(at_.window_y, vector), value);
    staged_->store_in(&tile, {at_.window_y, vector, at_.lane});
}

expr tiled_sums::staged(const expr &y, const expr &x, const expr &lane) const {
    return of_tile(*staged_, y, x, lane);
}

void tiled_sums::keep_in_registers(computation part, const var &rows, const var &vectors) const {
    part.tag_unroll_level(rows);
    part.tag_unroll_level(vectors);
    part.tag_vector_level(at_.lane, cut_.lanes);
}

void tiled_sums::sum_up(computation &last_of_copy, computation &result) {
    computation start = sums_->init(), steps = sums_->update(0);
    const bool one_block = cut_.channel_blocks == 1;
    const var k("k"), shared = one_block ? at_.f : at_.x_tile;
    last_of_copy.then(start, at_.slab);
    if (one_block) {
        steps.reorder({k, at_.y, at_.x, at_.lane});
    } else {
        steps.reorder({block_, at_.f, k, at_.y, at_.x, at_.lane});
    }
    keep_in_registers(start, at_.y, at_.x);
    keep_in_registers(steps, at_.y, at_.x);
    start.then(steps, shared);
    if (staged_) {
        keep_in_registers(*staged_, at_.window_y, *staged_vector_);
        steps.then(*staged_, shared).then(result, at_.f);
    } else {
        steps.then(result, shared);
    }
    if (!one_block) {
        steps.cache_write(at_.f, memory::registers);
    }
}

void tiled_sums::share_out(computation &copy, computation &result) {
    switch (shared_) {
    case shared_work::nothing: return;
    case shared_work::pictures: result.parallelize(at_.n); return;
    case shared_work::slabs: result.parallelize(at_.slab); return;
    case shared_work::filters:
        copy.parallelize(at_.c);
        if (cut_.channel_blocks > 1) {
            sums_->init().parallelize(at_.f);
            sums_->update(0).parallelize(at_.f);
        }
        result.parallelize(at_.f);
    }
}

void tiled_sums::schedule(std::vector<computation> copy, const var &copied, computation &result) {
    const var together = shared_ == shared_work::filters ? at_.c : copied;
    for (std::size_t i = 1; i < copy.size(); i++) {
        copy[i - 1].then(copy[i], together);
    }
    sum_up(copy.back(), result);
    share_out(copy.back(), result);
}

} // namespace tiramisu::nn
