#include "codegen/expressions/for_loop.h"
#include "codegen/loops/allocations.h"
#include "codegen/loops/isl_expressions.h"
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

Stmt nest_builder::whole_kernel(const std::string &name, const std::function<Stmt()> &build) {
    kernel_.emplace(supply_.fresh(name), program_.name, ast_);
    const Stmt inside = build();
    Stmt whole = kernel_->around(inside);
    kernel_.reset();
    return whole;
}

Stmt nest_builder::device_loop(const isl::ast_node_for &node, const loop_info &info,
                               const loop_range &range, const environment &names) {
    if (!kernel_) { // of a tree without marks
        return whole_kernel(info.name, [&] { return device_loop(node, info, range, names); });
    }
    const auto inside = [&](const Expr &value) {
        environment inner = names;
        const loop_body loop(node);
        inner.define(loop.iterator, value);
        return body(loop, info, inner);
    };
    const std::string name = supply_.fresh(info.name);
    return info.kind == loop_kind::gpu_block ? on_blocks(name, info.device, range, inside)
                                             : on_threads(name, info.device, range, inside);
}

Stmt nest_builder::on_device(const isl::ast_node_mark &node, const poly::device_iteration &one,
                             const environment &names) {
    const auto inside = [&](const Expr &) { return with_windows(node.node(), one.level, names); };
    const bool is_block = one.kind == loop_kind::gpu_block;
    if (is_block ? kernel_->has_blocks(one.device.number)
                 : kernel_->has_threads(one.device.number)) {
        return inside({});
    }
    const Expr value = to_halide(one.value, names);
    const loop_range only = {value, value, 1};
    return is_block ? on_blocks(supply_.fresh("block"), one.device, only, inside)
                    : on_threads(supply_.fresh("thread"), one.device, only, inside);
}

Stmt nest_builder::on_blocks(const std::string &name, const poly::device_dimension &device,
                             const loop_range &range, const device_body &build) {
    const Expr number = kernel_->block(device.number);
    Expr first = narrow(range.first), extent = iterations(range), from = 0;
    Expr runs = number < extent;
    // isl makes a loop of complete tiles and one of what is left over: each block has a value of
    // its own in all of them, so that these run beside one another.
    if (device.first_block && range.step == 1 && !kernel_->varies(range.first)) {
        const Expr least = static_cast<int>(*device.first_block);
        from = hir::simplify(first - least);
        extent = hir::simplify(extent + from);
        runs = conjunction(from <= number, number < extent);
        first = least;
    }
    kernel_->need_blocks(device.number, extent);
    kernel_->define(name, narrow(range.first), narrow(range.last));
    const auto taken = kernel_->on_blocks(device.number);
    const Stmt inside = kernel_->in_blocks(device.number, from, extent, [&] {
        return build(hir::Variable::make(Halide::Int(32), name));
    });
    return hir::LetStmt::make(name, first + number * static_cast<int>(range.step),
                              hir::IfThenElse::make(runs, inside));
}

Stmt nest_builder::on_threads(const std::string &name, const poly::device_dimension &device,
                              const loop_range &range, const device_body &build) {
    const Expr iterator = hir::Variable::make(Halide::Int(32), name);
    const bool is_outermost = !kernel_->is_in_threads();
    kernel_->need_threads(device.number, device.threads);
    kernel_->define(name, static_cast<int>(device.first_thread),
                    static_cast<int>(device.first_thread + device.threads - 1));
    Stmt inside;
    {
        const auto taken = kernel_->on_threads(device.number);
        const auto counted = kernel_->on_so_many_threads(device.number, device.threads);
        inside = build(iterator);
    }
    const Expr value = Halide::cast(range.first.type(), iterator);
    Expr runs = range.first.same_as(range.last) ? value == range.first
                                                : range.first <= value && value <= range.last;
    if (range.step != 1) {
        const Expr step = hir::make_const(value.type(), range.step);
        runs = conjunction(runs, (value - range.first) % step == hir::make_zero(value.type()));
    }
    const Stmt loop = hir::LetStmt::make(
        name, kernel_->thread(device.number) + static_cast<int>(device.first_thread),
        hir::IfThenElse::make(hir::simplify(runs), inside));
    return is_outermost ? kernel_->after_barrier(loop) : loop;
}

std::optional<written_values>
nest_builder::values_to_write(const loop_info &info, const loop_range &range, const Expr &extent) {
    const bool is_of_thread = kernel_ && kernel_->is_in_threads();
    const bool is_asked = info.kind == loop_kind::unrolled || info.kind == loop_kind::vectorized;
    return is_of_thread && is_asked ? values_written_out(info, range, extent, kernel_->values())
                                    : std::nullopt;
}

Stmt nest_builder::written_out(const loop_body &loop, const loop_info &info,
                               const written_values &values, const environment &names) {
    const std::string name = supply_.fresh(info.name);
    const Expr number = hir::Variable::make(Halide::Int(32), name);
    kernel_->define(name, 0, values.count - 1);
    environment inner = names;
    inner.define(loop.iterator, values.value(number));
    return for_loop(name, 0, values.count, hir::ForType::Unrolled,
                    hir::IfThenElse::make(values.runs(number), body(loop, info, inner)));
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
