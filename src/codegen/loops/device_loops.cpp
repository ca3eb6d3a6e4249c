#include "codegen/loops/allocations.h"
#include "codegen/loops/loop_kinds.h"
#include "codegen/loops/nest_builder.h"

// Loops on a GPU, and what stands in them.

namespace tiramisu::lower {

using Halide::Expr;
using hir::Stmt;
using poly::loop_info;
using poly::loop_kind;

namespace {

Expr narrow(const Expr &value) {
    return Halide::cast<std::int32_t>(value);
}

Expr conjunction(const Expr &left, const Expr &right) {
    return hir::simplify(left && right);
}

} // namespace

Stmt nest_builder::device_loop(const isl::ast_node_for &node, const loop_info &info,
                               const loop_range &range, const environment &names) {
    if (kernel_) {
        return info.kind == loop_kind::gpu_block ? block_loop(node, info, range, names)
                                                 : thread_loop(node, info, range, names);
    }
    kernel_.emplace(supply_.fresh(info.name), program_.name, ast_);
    const Stmt inside = device_loop(node, info, range, names);
    Stmt whole = kernel_->around(inside);
    kernel_.reset();
    return whole;
}

Stmt nest_builder::block_loop(const isl::ast_node_for &node, const loop_info &info,
                              const loop_range &range, const environment &names) {
    const std::string name = supply_.fresh(info.name);
    const Expr extent = iterations(range);
    const Expr number = kernel_->block(info.device_dimension);
    environment inner = names;
    inner.define(iterator_of(node), hir::Variable::make(Halide::Int(32), name));
    kernel_->need_blocks(info.device_dimension, extent);
    kernel_->define(name, narrow(range.first), narrow(range.last));
    const auto taken = kernel_->on_blocks(info.device_dimension);
    const Stmt inside = body(node, info, inner);
    return hir::LetStmt::make(name, narrow(range.first) + number * static_cast<int>(range.step),
                              hir::IfThenElse::make(number < extent, inside));
}

Stmt nest_builder::thread_loop(const isl::ast_node_for &node, const loop_info &info,
                               const loop_range &range, const environment &names) {
    const std::string name = supply_.fresh(info.name);
    const Expr iterator = hir::Variable::make(Halide::Int(32), name);
    const bool is_outermost = !kernel_->is_in_threads();
    environment inner = names;
    inner.define(iterator_of(node), iterator);
    kernel_->need_threads(info.device_dimension, info.threads);
    Stmt inside;
    {
        const auto taken = kernel_->on_threads(info.device_dimension);
        const auto counted = kernel_->on_so_many_threads(info.device_dimension, info.threads);
        inside = body(node, info, inner);
    }
    const Expr value = Halide::cast(range.first.type(), iterator);
    Expr runs = range.first <= value && value <= range.last;
    if (range.step != 1) {
        const Expr step = hir::make_const(value.type(), range.step);
        runs = conjunction(runs, (value - range.first) % step == hir::make_zero(value.type()));
    }
    const Stmt loop = hir::LetStmt::make(
        name, kernel_->thread(info.device_dimension) + static_cast<int>(info.first_thread),
        hir::IfThenElse::make(hir::simplify(runs), inside));
    return is_outermost ? kernel_->after_barrier(loop) : loop;
}

bool nest_builder::is_shared_by_threads() const {
    return kernel_ && !kernel_->is_in_threads();
}

Stmt nest_builder::branch_of_all(const Expr &condition, const isl::ast_node_if &node,
                                 const environment &names) {
    const kernel::statement_set before = kernel_->unsynchronised();
    const Stmt then_case = build(node.then_node(), names);
    kernel::statement_set after = kernel_->unsynchronised();
    kernel_->set_unsynchronised(before);
    const Stmt else_case = node.has_else_node() ? build(node.else_node(), names) : Stmt();
    after.insert(kernel_->unsynchronised().begin(), kernel_->unsynchronised().end());
    kernel_->set_unsynchronised(after);
    return hir::IfThenElse::make(condition, then_case, else_case);
}

Stmt nest_builder::allocated(const std::string &buffer, const Stmt &inside,
                             const environment &names) {
    return kernel_ ? kernel_->allocate(names.buffer(buffer), inside, supply_)
                   : allocate(names.buffer(buffer), inside, supply_);
}

Stmt nest_builder::instance_on_device(const std::string &id, const Stmt &statement) {
    const Stmt once = kernel_->only_once(id, statement);
    return is_shared_by_threads() ? kernel_->after_barrier(once) : once;
}

} // namespace tiramisu::lower
