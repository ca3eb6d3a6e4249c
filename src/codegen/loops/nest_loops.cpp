#include "codegen/expressions/for_loop.h"
#include "codegen/loops/allocations.h"
#include "codegen/loops/kept_elements.h"
#include "codegen/loops/kept_tiles.h"
#include "codegen/loops/loop_kinds.h"
#include "codegen/loops/lost_conditions.h"
#include "codegen/loops/nest_builder.h"
#include "codegen/loops/repeated_terms.h"
#include "codegen/loops/shifted_sums.h"
#include "codegen/loops/uneven_reductions.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;
using poly::loop_info;
using poly::loop_kind;

Expr narrow(const Expr &value) {
    return Halide::cast<std::int32_t>(value);
}
Expr step(const loop_range &range) {
    return Expr(static_cast<int>(range.step));
}

} // namespace

// What an iteration does may follow what any iteration has done.
template <typename Build>
Stmt nest_builder::repeated(const std::vector<std::string> &statements, const Build &build) {
    if (!is_shared_by_threads()) {
        return build();
    }
    const Stmt waits = kernel_->barrier_before_loop(statements);
    kernel::statement_set before = kernel_->unsynchronised();
    before.insert(statements.begin(), statements.end());
    kernel_->set_unsynchronised(before);
    const Stmt loop = build();
    before.insert(kernel_->unsynchronised().begin(), kernel_->unsynchronised().end());
    kernel_->set_unsynchronised(before);
    return waits.defined() ? hir::Block::make(waits, loop) : loop;
}

Stmt nest_builder::loop(const isl::ast_node_for &node, const environment &names) {
    const loop_info info = info_of(ast_, node);
    const loop_body loop(node);
    const loop_range range = range_of(node, with_wide_bounds(names));
    const Expr extent = iterations(range);
    const auto count = hir::as_const_int(extent);
    if (count && *count <= 0) {
        return hir::Evaluate::make(0);
    }
    if (poly::runs_on_gpu(info.kind)) {
        return device_loop(node, info, range, names);
    }
    const bool runs_once = count && *count == 1;
    if (!kernel_ && !runs_once && lanes_of(info, range) > 1) {
        return masked_loop(loop, info, range, names);
    }
    if (is_checked(info, count.has_value())) {
        return checked_loop(loop, info, range, extent, names);
    }
    if (Stmt partial = count ? ended_vector(loop, info, range, *count, names)
                             : partial_vector(loop, info, range, names);
        partial.defined()) {
        return partial;
    }
    if (const auto values = count ? std::nullopt : values_to_write(info, range, extent)) {
        return written_out(loop, info, *values, names);
    }
    if (!count && has_bounded_copies(info, extent)) {
        return bounded_copies(loop, info, range, extent, names);
    }
    return repeated(info.statements, [&] {
        const Stmt made = counted_loop(loop, info, range, extent, names);
        // Where the loops on blocks have one iteration, this one may be the processor's.
        return info.copied_ahead.empty() || !kernel_
                   ? made
                   : kernel_->pipelined(made, info.copied_ahead, supply_);
    });
}

bool nest_builder::are_too_many_lanes(std::int64_t lanes) const {
    constexpr std::int64_t most = 256;
    return lanes_around_ > 1 && lanes_around_ * lanes > most;
}

Stmt nest_builder::counted_loop(const loop_body &loop, const loop_info &info,
                                const loop_range &range, const Expr &extent,
                                const environment &names) {
    const auto count = hir::as_const_int(extent);
    const std::string name = supply_.fresh(info.name);
    const Expr variable = hir::Variable::make(Halide::Int(32), name);
    define(name, range.first);
    environment inner = names;
    bool is_from_0 = range.is_counted_from_0();
    if (kernel_) {
        kernel_->define(name, narrow(range.first), narrow(range.last));
    }
    if (count && *count == 1) {
        inner.define(loop.iterator, is_from_0 ? narrow(range.first) : variable);
        return hir::LetStmt::make(name, narrow(range.first), body(loop, info, inner));
    }
    hir::ForType type = for_type(info.kind, extent);
    if (type == hir::ForType::Vectorized && are_too_many_lanes(*count)) {
        type = hir::ForType::Serial;
    }
    const bool is_vectorized = type == hir::ForType::Vectorized;
    const hir::ScopedValue<int> here(
        lanes_around_, is_vectorized ? lanes_around_ * static_cast<int>(*count) : lanes_around_);
    inner.define(loop.iterator,
                 is_from_0 ? narrow(range.first) + variable * step(range) : variable);
    const bool is_in_tile = is_in_tile_;
    is_in_tile_ = is_in_tile || !info.accumulated_tile.empty();
    const bool has_known_range = count && (is_from_0 || hir::as_const_int(range.first));
    const Expr first = is_from_0 ? Expr(0) : narrow(range.first);
    const hir::ScopedBinding<hir::Interval> of_variable(
        has_known_range, ranges_, name, hir::Interval(first, hir::simplify(first + extent - 1)));
    Stmt inside = is_vectorized ? vector_body(loop, name, info, inner) : body(loop, info, inner);
    is_in_tile_ = is_in_tile;
    if (is_vectorized && !is_from_0 && has_allocations(inside)) {
        // Of an array that each lane has for itself Halide takes the variable for the lane's number
        // where it makes lanes run one by one.
        inside = hir::substitute(name, narrow(range.first) + variable, inside);
        is_from_0 = true;
    }
    if (is_vectorized && (reduces_unevenly(inside, name, *count) || repeats_terms(inside, name) ||
                          sums_are_shifted(inside, name) || loses_conditions(inside, name))) {
        type = hir::ForType::Serial;
    }
    Stmt made = for_loop(name, is_from_0 ? Expr(0) : narrow(range.first), extent, type, inside);
    if (type != hir::ForType::Serial) {
        return made;
    }
    if (info.accumulated_tile.empty() || lanes_.is_partial()) {
        return keep_elements(made, updated_memory(info, inner), supply_);
    }
    return keep_tile(made, memory_of(info.accumulated_tile, inner), supply_);
}

const std::string &nest_builder::memory_of(const std::string &statement,
                                           const environment &names) const {
    return names.buffer(program_.statements.at(statement).buffer).name();
}

std::set<std::string> nest_builder::updated_memory(const loop_info &info,
                                                   const environment &names) const {
    std::set<std::string> memory;
    for (const std::string &id : info.accumulators) {
        memory.insert(memory_of(id, names));
    }
    return memory;
}

bool nest_builder::is_checked(const loop_info &info, bool is_constant) const {
    const bool has_kind = info.kind == loop_kind::vectorized || info.kind == loop_kind::unrolled;
    return has_kind && !is_constant && info.whole_width > 1 && !lanes_.is_partial();
}

Stmt nest_builder::checked_loop(const loop_body &loop, const loop_info &info,
                                const loop_range &range, const Expr &extent,
                                const environment &names) {
    const Expr width = static_cast<int>(info.whole_width);
    loop_info one_by_one = info;
    one_by_one.kind = loop_kind::serial;
    // Either may run, and both are loops over the same statements.
    const Stmt at_once = repeated(info.statements, [&] {
        return counted_loop(loop, info, whole_range(info, range), width, names);
    });
    Stmt in_turn = partial_vector(loop, info, range, names);
    if (!in_turn.defined()) {
        in_turn = repeated(info.statements,
                           [&] { return counted_loop(loop, one_by_one, range, extent, names); });
    }
    return hir::IfThenElse::make(is_whole(info, range, extent, at_once), at_once, in_turn);
}

Stmt nest_builder::masked_loop(const loop_body &loop, const loop_info &info,
                               const loop_range &range, const environment &names) {
    const std::string name = supply_.fresh(info.name);
    const std::string count_name = supply_.fresh(info.name + ".count");
    const Expr lane = hir::Variable::make(Halide::Int(32), name);
    const Expr count = hir::Variable::make(Halide::Int(32), count_name);
    const Expr iterations_here = iterations(range);
    define(count_name, iterations_here);
    environment inner = names;
    inner.define(loop.iterator, narrow(range.first) + lane * step(range));

    const int lanes = lanes_of(info, range);
    const bool are_too_many = are_too_many_lanes(lanes);
    const lane_mask outer = lanes_;
    lanes_ = lanes_.inside(name, count);
    const Stmt inside = [&] {
        const hir::ScopedValue<int> here(lanes_around_,
                                         are_too_many ? lanes_around_ : lanes_around_ * lanes);
        return vector_body(loop, name, info, inner);
    }();
    lanes_ = outer;
    const bool is_in_turn =
        are_too_many || reduces_unevenly(inside, name, lanes) || loses_conditions(inside, name);
    const Stmt vector = for_loop(
        name, 0, lanes, is_in_turn ? hir::ForType::Serial : hir::ForType::Vectorized, inside);
    // What all lanes share, they read once, which they may only if one of them runs.
    return hir::LetStmt::make(count_name, iterations_here,
                              hir::IfThenElse::make(0 < count, vector));
}

Stmt nest_builder::partial_vector(const loop_body &loop, const loop_info &info,
                                  const loop_range &range, const environment &names) {
    constexpr int most_lanes = 64;
    if (kernel_ || info.kind != loop_kind::vectorized || info.whole_size < 2 ||
        info.whole_size > most_lanes || range.step != 1 || lanes_.is_partial() ||
        !info.reductions.empty() || !info.private_buffers.empty()) {
        return {};
    }
    loop_info masked = info;
    masked.masked_lanes = info.whole_size;
    const Stmt made = masked_loop(loop, masked, range, names);
    const auto *taken = made.as<hir::LetStmt>()->body.as<hir::IfThenElse>();
    const auto *vector = taken->then_case.as<hir::For>();
    const bool is_vector = vector != nullptr && vector->for_type == hir::ForType::Vectorized;
    return is_vector && are_lanes_dense(*vector, have_masks_, ranges_) ? made : Stmt();
}

Stmt nest_builder::ended_vector(const loop_body &loop, const loop_info &info,
                                const loop_range &range, std::int64_t count,
                                const environment &names) {
    if (count >= info.whole_size) {
        return {};
    }
    const auto ended = ended_by_branch(loop, range, with_wide_bounds(names));
    return ended ? partial_vector(ended->first, info, ended->second, names) : Stmt();
}

bool nest_builder::has_bounded_copies(const loop_info &info, const Expr &extent) const {
    constexpr int most_copies = 16;
    return is_in_tile_ && !kernel_ && info.kind == loop_kind::unrolled && info.whole_size > 1 &&
           info.whole_size <= most_copies && info.private_buffers.empty() && !lanes_.varies(extent);
}

Stmt nest_builder::bounded_copies(const loop_body &loop, const loop_info &info,
                                  const loop_range &range, const Expr &extent,
                                  const environment &names) {
    const std::string name = supply_.fresh(info.name);
    const Expr number = hir::Variable::make(Halide::Int(32), name);
    define(name, 0);
    environment inner = names;
    inner.define(loop.iterator, narrow(range.first) + number * step(range));
    return for_loop(name, 0, info.whole_size, hir::ForType::Unrolled,
                    hir::IfThenElse::make(number < extent, body(loop, info, inner)));
}

Stmt nest_builder::body(const loop_body &loop, const loop_info &info, const environment &names) {
    Stmt result = with_windows(loop.body, info.level, names);
    for (const std::string &name : info.private_buffers) {
        result = allocated(name, result, names);
    }
    return result;
}

Stmt nest_builder::vector_body(const loop_body &loop, const std::string &lane,
                               const loop_info &info, const environment &names) {
    branches_.add_lane(lane);
    horizontal_.insert(info.reductions.begin(), info.reductions.end());
    Stmt inside = body(loop, info, names);
    for (const std::string &id : info.reductions) {
        horizontal_.erase(horizontal_.find(id));
    }
    return inside;
}

Expr nest_builder::iterations(const loop_range &range) const {
    Expr extent = range.extent();
    if (extent.type() != Halide::Int(32)) {
        extent = narrow(hir::simplify(Halide::max(extent, hir::make_zero(extent.type()))));
    }
    return lanes_.is_partial() && lanes_.varies(extent)
               ? hir::Select::make(lanes_.on(), extent, Expr(0))
               : extent;
}

} // namespace tiramisu::lower
