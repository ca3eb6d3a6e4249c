#include "codegen/loops/unconditional_barriers.h"

#include <vector>

#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

bool is_barrier(const Stmt &stmt) {
    const auto *evaluated = stmt.as<hir::Evaluate>();
    const auto *call = evaluated == nullptr ? nullptr : evaluated->value.as<hir::Call>();
    return call != nullptr && call->is_intrinsic(hir::Call::gpu_thread_barrier);
}

class barrier_search : public hir::IRVisitor {
public:
    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Call *op) override {
        is_found = is_found || op->is_intrinsic(hir::Call::gpu_thread_barrier);
        hir::IRVisitor::visit(op);
    }
};

class barrier_remover : public hir::IRMutator {
    using hir::IRMutator::visit;
    Stmt visit(const hir::Evaluate *op) override {
        return is_barrier(op) ? hir::Evaluate::make(0) : Stmt(op);
    }
};

bool has_barriers(const Stmt &stmt) {
    barrier_search search;
    stmt.accept(&search);
    return search.is_found;
}

/// Statements one after the other: barriers, loops that have barriers inside, and what has none.
using phases = std::vector<Stmt>;

phases phases_of(const Stmt &stmt);

/// Makes what has no barriers one statement with what has none before it.
void append(phases &to, const Stmt &one) {
    if (!to.empty() && !has_barriers(one) && !has_barriers(to.back())) {
        to.back() = hir::Block::make(to.back(), one);
    } else {
        to.push_back(one);
    }
}

Stmt loop_with(const hir::For &loop, const Expr &extent, const Stmt &body) {
    return hir::For::make(loop.name, loop.min, extent, loop.for_type, loop.partition_policy,
                          loop.device_api, body);
}

/// All that is left of what barriers can stand in.
const hir::For *loop_of(const Stmt &stmt) {
    const auto *loop = stmt.as<hir::For>();
    if (loop == nullptr) {
        throw internal_error("a barrier stands in a statement that is no loop");
    }
    return loop;
}

Stmt allocation_with(const hir::Allocate &made, const Stmt &body) {
    return hir::Allocate::make(made.name, made.type, made.memory_type, made.extents, made.condition,
                               body);
}

/// A phase where a condition holds. Barriers are there in any case.
Stmt guarded(const Expr &condition, const Stmt &phase) {
    if (is_barrier(phase)) {
        return phase;
    }
    if (!has_barriers(phase)) {
        return hir::IfThenElse::make(condition, phase);
    }
    if (const auto *block = phase.as<hir::Block>()) {
        return hir::Block::make(guarded(condition, block->first), guarded(condition, block->rest));
    }
    if (const auto *let = phase.as<hir::LetStmt>()) {
        return hir::LetStmt::make(let->name, let->value, guarded(condition, let->body));
    }
    if (const auto *made = phase.as<hir::Allocate>()) {
        return allocation_with(*made, guarded(condition, made->body));
    }
    const hir::For *const loop = loop_of(phase);
    if (loop->for_type != hir::ForType::Serial) { // its extent has to stay a number
        return loop_with(*loop, loop->extent, guarded(condition, loop->body));
    }
    const Expr none = hir::make_zero(loop->extent.type());
    return loop_with(*loop, hir::Select::make(condition, loop->extent, none), loop->body);
}

phases phases_of_branch(const hir::IfThenElse &branch) {
    phases all;
    for (const Stmt &phase : phases_of(branch.then_case)) {
        append(all, guarded(branch.condition, phase));
    }
    if (branch.else_case.defined()) {
        for (const Stmt &phase : phases_of(branch.else_case)) {
            append(all, guarded(!branch.condition, phase));
        }
    }
    return all;
}

phases phases_of_block(const hir::Block &block) {
    phases all = phases_of(block.first);
    for (const Stmt &phase : phases_of(block.rest)) {
        append(all, phase);
    }
    return all;
}

phases phases_of(const Stmt &stmt) {
    if (!has_barriers(stmt) || is_barrier(stmt)) {
        return {stmt};
    }
    if (const auto *block = stmt.as<hir::Block>()) {
        return phases_of_block(*block);
    }
    if (const auto *branch = stmt.as<hir::IfThenElse>()) {
        return phases_of_branch(*branch);
    }
    if (const auto *let = stmt.as<hir::LetStmt>()) {
        phases all;
        for (const Stmt &phase : phases_of(let->body)) {
            all.push_back(is_barrier(phase) ? phase
                                            : hir::LetStmt::make(let->name, let->value, phase));
        }
        return all;
    }
    if (const auto *made = stmt.as<hir::Allocate>()) {
        return {allocation_with(*made, without_conditions_on_barriers(made->body))};
    }
    const hir::For *const loop = loop_of(stmt);
    return {loop_with(*loop, loop->extent, without_conditions_on_barriers(loop->body))};
}

} // namespace

Stmt barrier() {
    constexpr int all_memory = hir::CodeGen_GPU_Dev::MemoryFenceType::Device |
                               hir::CodeGen_GPU_Dev::MemoryFenceType::Shared;
    return hir::Evaluate::make(hir::Call::make(Halide::Int(32), hir::Call::gpu_thread_barrier,
                                               {Expr(all_memory)}, hir::Call::Intrinsic));
}

Stmt without_conditions_on_barriers(const Stmt &body) {
    return hir::Block::make(phases_of(body));
}

Stmt without_barriers(const Stmt &body) {
    return barrier_remover().mutate(body);
}

} // namespace tiramisu::lower
