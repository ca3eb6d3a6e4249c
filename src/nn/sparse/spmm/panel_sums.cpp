#include "nn/sparse/spmm/panel_sums.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"

namespace tiramisu::nn {

namespace {

/// Few columns take vectors of a part of a register.
int lanes_for(const spmm_task &task) {
    int lanes = task.target.lanes;
    while (lanes > 4 && task.problem.n <= lanes / 2) {
        lanes /= 2;
    }
    return lanes;
}

} // namespace

panel_tiling::panel_tiling(const spmm_task &task, const configuration &chosen)
    : lanes(lanes_for(task)), vectors(chosen.at("vectors")), width(vectors * lanes),
      panels(divided_up(task.problem.n, width)), depth(chosen.at("depth")),
      blocks(divided_up(task.problem.k, depth)), block(task.problem.block),
      turns(task.problem.transc),
      copies(chosen.at("copy") == 1 || task.problem.transb || task.problem.n % width != 0) {
    constexpr int latency = 4; // of a multiply-add
    unrolled = blocks > 1 ? 1 : divided_up(latency, vectors * block);
    rows = task.problem.transc ? divided_up(std::min(task.target.lanes, task.problem.m), block) : 1;
}

panel_loops::panel_loops(const spmm_task &task, const panel_tiling &blocking)
    : panel("panel", 0, blocking.panels), i("i", 0, task.rows_of_blocks()),
      u("u", 0, blocking.unrolled), r("r", 0, blocking.block), v("v", 0, blocking.vectors),
      lane("lane", 0, blocking.lanes) {}

panel_sums::panel_sums(const spmm_task &task, const panel_tiling &blocking, const panel_loops &at,
                       const spmm_tensors &tensors, const pattern &a, const met_in_panel &met)
    : threads_(task.target.threads), blocking_(blocking), at_(at),
      block_("block", 0, blocking.blocks), tile_("i_tile"), row_("row") {
    const expr start = tensors.start(at.row(blocking));
    sums_.emplace("sums", std::vector<var>{at.panel, at.i, at.u, at.r, at.v, at.lane},
                  blocking.unrolled > 1 ? select(at.u == 0, start, expr(0.0f)) : start);
    if (blocking.blocks > 1) {
        buffer of_rows("sums", {task.problem.m, blocking.vectors, blocking.lanes}, p_float32,
                       a_temporary);
        sums_->store_in(&of_rows, {at.row(blocking), at.v, at.lane});
        rest_ = a.nonzeros(block_, at.i);
        add(a, met, at.u, rest_);
        return;
    }
    buffer registers("sums", {blocking.unrolled, blocking.block, blocking.vectors, blocking.lanes},
                     p_float32, a_temporary);
    sums_->store_in(&registers, {at.u, at.r, at.v, at.lane});
    if (blocking.unrolled == 1) {
        rest_ = a.nonzeros(0, at.i);
        add(a, met, at.u, rest_);
    } else {
        const expr begin = a.starts(0, at.i), end = a.starts(1, at.i);
        const expr groups = (end - begin) / blocking.unrolled;
        group_ = var("group", 0, groups);
        rest_ = var("rest", begin + groups * blocking.unrolled, end);
        add(a, met, at.u, begin + group_ * blocking.unrolled + at.u);
        add(a, met, 0, rest_);
    }
    add_up();
}

void panel_sums::add(const pattern &a, const met_in_panel &met, const expr &u,
                     const expr &element) {
    (*sums_)(at_.panel, at_.i, u, at_.r, at_.v, at_.lane) +=
        a.values(element * blocking_.block + at_.r) *
        met(a.offsets(element), at_.v * blocking_.lanes + at_.lane);
}

void panel_sums::add_up() {
    const auto sums_of = [&](int u) -> expr {
        return (*sums_)(at_.panel, at_.i, u, at_.r, at_.v, at_.lane);
    };
    expr total = sums_of(0);
    for (int u = 1; u < blocking_.unrolled; u++) {
        total = total + sums_of(u);
    }
    totals_.emplace("totals", std::vector<var>{at_.panel, at_.i, at_.r, at_.v, at_.lane}, total);
    buffer tile("totals", {blocking_.rows, blocking_.block, blocking_.vectors, blocking_.lanes},
                p_float32, a_temporary);
    totals_->store_in(&tile, {at_.i % blocking_.rows, at_.r, at_.v, at_.lane});
}

expr panel_sums::at(const expr &x) const {
    const expr v = x / blocking_.lanes, lane = x % blocking_.lanes;
    return totals_ ? expr((*totals_)(at_.panel, at_.i, at_.r, v, lane))
                   : expr((*sums_)(at_.panel, at_.i, 0, at_.r, v, lane));
}

computation panel_sums::in_tiles(computation part) const {
    part.split(at_.i, blocking_.rows, tile_, row_);
    return part;
}

void panel_sums::keep_in_registers(computation part) const {
    part.tag_unroll_level(at_.r);
    part.tag_unroll_level(at_.v);
    part.tag_vector_level(at_.lane, blocking_.lanes);
}

void panel_sums::sum_rows(computation &result) {
    computation start = in_tiles(sums_->init()), steps = in_tiles(sums_->update(0));
    start.tag_unroll_level(at_.u);
    keep_in_registers(start);
    in_tiles(*totals_);
    keep_in_registers(*totals_);
    if (blocking_.unrolled == 1) {
        steps.reorder({rest_, at_.u, at_.r, at_.v, at_.lane});
        keep_in_registers(steps);
        start.then(steps, row_).then(*totals_, row_).then(result, tile_);
        return;
    }
    computation rest = in_tiles(sums_->update(1));
    steps.reorder({group_, at_.u, at_.r, at_.v, at_.lane});
    steps.tag_unroll_level(at_.u);
    rest.reorder({rest_, at_.r, at_.v, at_.lane});
    keep_in_registers(steps);
    keep_in_registers(rest);
    start.then(steps, row_).then(rest, row_).then(*totals_, row_).then(result, tile_);
}

void panel_sums::sum_blocks(computation &result) {
    computation start = sums_->init(), steps = sums_->update(0);
    keep_in_registers(start);
    steps.reorder({block_, at_.i, rest_, at_.u, at_.r, at_.v, at_.lane});
    keep_in_registers(steps);
    start.then(steps, at_.panel).then(result, at_.panel);
    if (threads_ > 1 && blocking_.panels < threads_) {
        start.parallelize(at_.i);
        steps.parallelize(at_.i);
    }
    steps.cache_write(at_.i, memory::registers);
}

void panel_sums::schedule(std::optional<computation> &copy, computation &result, const var &x) {
    computation start = sums_->init();
    result.split(at_.i, blocking_.rows, tile_, row_);
    if (blocking_.turns) {
        result.reorder({x, row_, at_.r});
    }
    if (copy) {
        copy->then(start, at_.panel);
    }
    if (blocking_.blocks > 1) {
        sum_blocks(result);
    } else {
        sum_rows(result);
    }
    if (threads_ > 1) {
        result.parallelize(blocking_.panels < threads_ ? tile_ : at_.panel);
    }
}

} // namespace tiramisu::nn
