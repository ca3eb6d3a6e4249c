#include "nn/sparse/conv2d/tiled_sums.h"

namespace tiramisu::nn {

tile_loops::tile_loops(const sparse_conv2d_task &task, const tiling &blocking)
    : n("n", 0, blocking.groups), slab("slab", 0, blocking.slabs), c("c", 0, task.problem.ic),
      y_tile("y_tile", 0, blocking.slab_tiles), x_tile("x_tile", 0, blocking.tiles_x),
      f("f", 0, task.problem.oc), y("y", 0, blocking.rows), x("x", 0, blocking.vectors),
      lane("lane", 0, blocking.lanes), window_y("window_y", 0, blocking.windows_y),
      window_x("window_x", 0, blocking.windows_x) {}

expr tile_loops::dst_row(const tiling &blocking) const {
    return (slab * blocking.slab_tiles + y_tile) * blocking.windows_y + window_y;
}

expr tile_loops::first_row(const tiling &blocking) const {
    return (slab * blocking.slab_tiles + y_tile) * blocking.rows_apart;
}

computation zeroed_copy(const sparse_conv2d_task &task, const tiling &blocking,
                        const tile_loops &at) {
    const int size = blocking.copy_size(task.problem);
    const var e("e", 0, size), in_plane("e_in_plane");
    computation zeros("copy", {at.n, at.slab, e}, expr(0.0f));
    buffer memory("copy", {size}, p_float32, a_temporary);
    zeros.store_in(&memory, {e});
    zeros.split(e, blocking.strides(task.problem).plane, at.c, in_plane);
    zeros.vectorize(in_plane, task.target.lanes);
    return zeros;
}

tiled_sums::tiled_sums(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
                       const pattern &weights, const copied_element &copy, const expr &start)
    : shared_(work_to_share(task, blocking)), blocking_(blocking), at_(at),
      block_("c_block", 0, blocking.channel_blocks) {
    const conv2d_problem &p = task.problem;
    const int row = p.sh * blocking.strides(p).row;
    // A vector of columns of one phase, or of one column in all lanes.
    const int column = blocking.lanes_are_columns() ? 1 : p.sw * blocking.lanes;
    const int vector = blocking.lanes_are_columns() ? blocking.lanes : column;
    const bool one_block = blocking.channel_blocks == 1;
    const var k = weights.nonzeros(one_block ? expr(0) : expr(block_), at.f);
    const expr met = copy(weights.offsets(k) + (at.y_tile * blocking.rows_apart + at.y) * row +
                          at.x_tile * (blocking.columns_apart * column) + at.x * vector + at.lane);
    sums_.emplace("sums", at.of_tile(at.y, at.x), start);
    (*sums_)(at.n, at.slab, at.y_tile, at.x_tile, at.f, at.y, at.x, at.lane) +=
        weights.values(k) * met;
    if (one_block) {
        buffer registers("sums", {blocking.rows, blocking.vectors, blocking.lanes}, p_float32,
                         a_temporary);
        sums_->store_in(&registers, {at.y, at.x, at.lane});
    } else {
        buffer of_filters("sums", {p.oc, blocking.rows, blocking.vectors, blocking.lanes},
                          p_float32, a_temporary);
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
    buffer tile("tile", {blocking_.windows_y, vectors, blocking_.lanes}, p_float32, a_temporary);
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
    part.tag_vector_level(at_.lane, blocking_.lanes);
}

void tiled_sums::sum_up(computation &last_of_copy, computation &result) {
    computation start = sums_->init(), steps = sums_->update(0);
    const bool one_block = blocking_.channel_blocks == 1;
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
    case shared_work::images: result.parallelize(at_.n); return;
    case shared_work::slabs: result.parallelize(at_.slab); return;
    case shared_work::filters:
        copy.parallelize(at_.c);
        if (blocking_.channel_blocks > 1) {
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
