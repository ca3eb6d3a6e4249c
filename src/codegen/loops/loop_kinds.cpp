#include "codegen/loops/loop_kinds.h"

#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using poly::loop_info;
using poly::loop_kind;

constexpr std::int64_t most_lanes = 4096;

/// Whether the loop has the first and the last iteration of the whole one.
Expr has_both_ends(const loop_range &whole, const loop_range &range, const Expr &width) {
    const Expr last = whole.first + (width - 1) * Expr(static_cast<int>(range.step));
    return Halide::likely(range.first <= whole.first && range.last >= last);
}

} // namespace

loop_info info_of(const poly::ast &ast, const isl::ast_node_for &node) {
    loop_info info;
    const auto found = ast.loops.find(poly::annotation_of(node));
    info = found == ast.loops.end() ? info : found->second;
    if (info.name.empty()) {
        info.name = node.iterator().as<isl::ast_expr_id>().id().name();
    }
    return info;
}

hir::ForType for_type(loop_kind kind, const Expr &extent) {
    const auto lanes = hir::as_const_int(extent);
    switch (kind) {
    case loop_kind::parallel: return hir::ForType::Parallel;
    case loop_kind::vectorized:
        return lanes && *lanes <= most_lanes ? hir::ForType::Vectorized : hir::ForType::Serial;
    case loop_kind::unrolled: return lanes ? hir::ForType::Unrolled : hir::ForType::Serial;
    case loop_kind::gpu_block: return hir::ForType::GPUBlock;
    case loop_kind::gpu_thread: return hir::ForType::GPUThread;
    case loop_kind::gpu_lane: return hir::ForType::GPULane;
    case loop_kind::pipelined:
    case loop_kind::serial: break;
    }
    return hir::ForType::Serial;
}

int lanes_of(const loop_info &info, const loop_range &range) {
    const auto step = static_cast<int>(range.step);
    const int lanes = (info.masked_lanes + step - 1) / step;
    return info.kind == loop_kind::vectorized && lanes <= most_lanes ? lanes : 0;
}

loop_range whole_range(const loop_info &info, const loop_range &range) {
    return {static_cast<int>(info.whole_first), range.last, range.step};
}

Expr is_whole(const loop_info &info, const loop_range &range, const Expr &extent,
              const hir::Stmt &at_once) {
    const Expr width = static_cast<int>(info.whole_width);
    const bool is_split_off = info.kind == loop_kind::vectorized && !has_loops(at_once);
    return is_split_off ? has_both_ends(whole_range(info, range), range, width) : extent == width;
}

} // namespace tiramisu::lower
