#include "codegen/vectors/shared_loads.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

class load_widener : public hir::IRMutator {
    using hir::IRMutator::visit;
    hir::Scope<> lanes_; ///< loops over lanes, or from a start that differs, and values of these
    Expr lane_;          ///< of the innermost such loop

    bool varies(const Expr &value) const { return hir::expr_uses_vars(value, lanes_); }

    Stmt visit(const hir::For *op) override {
        if (op->for_type != hir::ForType::Vectorized) {
            const hir::ScopedBinding<void> start(varies(op->min), lanes_, op->name);
            return hir::IRMutator::visit(op);
        }
        const hir::ScopedBinding<void> lane(lanes_, op->name);
        const hir::ScopedValue<Expr> innermost(lane_,
                                               hir::Variable::make(Halide::Int(32), op->name));
        return hir::IRMutator::visit(op);
    }

    Stmt visit(const hir::LetStmt *op) override {
        const Expr value = mutate(op->value);
        const hir::ScopedBinding<void> lane(varies(value), lanes_, op->name);
        return hir::LetStmt::make(op->name, value, mutate(op->body));
    }

    Expr visit(const hir::Let *op) override {
        const Expr value = mutate(op->value);
        const hir::ScopedBinding<void> lane(varies(value), lanes_, op->name);
        return hir::Let::make(op->name, value, mutate(op->body));
    }

    Expr visit(const hir::Load *op) override {
        const Expr mutated = hir::IRMutator::visit(op);
        const auto *load = mutated.as<hir::Load>();
        if (!varies(load->predicate) || varies(load->index)) {
            return mutated;
        }
        const Expr nothing = hir::Cast::make(load->index.type(), hir::Sub::make(lane_, lane_));
        return hir::Load::make(load->type, load->name, hir::Add::make(load->index, nothing),
                               load->image, load->param, load->predicate, load->alignment);
    }
};

} // namespace

Stmt widen_shared_loads(const Stmt &stmt) {
    return load_widener().mutate(stmt);
}

} // namespace tiramisu::lower
