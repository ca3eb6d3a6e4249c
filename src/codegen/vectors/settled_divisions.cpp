#include "codegen/vectors/settled_divisions.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

class lane_settler : public hir::IRMutator {
    using hir::IRMutator::visit;

    Expr visit(const hir::Load *op) override {
        return hir::is_const_one(op->predicate)
                   ? Expr(op)
                   : Halide::select(op->predicate, Expr(op), hir::make_one(op->type));
    }
};

class division_settler : public hir::IRMutator {
    using hir::IRMutator::visit;

    template <typename Op>
    Expr settled(const Op *op) {
        const Expr a = mutate(op->a), b = mutate(op->b);
        const bool may_stop =
            op->type.is_vector() && op->type.is_int_or_uint() && !hir::is_const(b);
        return may_stop ? Op::make(lane_settler().mutate(a), lane_settler().mutate(b))
                        : Op::make(a, b);
    }

    Expr visit(const hir::Div *op) override { return settled(op); }
    Expr visit(const hir::Mod *op) override { return settled(op); }
};

} // namespace

Stmt settle_divisions(const Stmt &stmt) {
    return division_settler().mutate(stmt);
}

} // namespace tiramisu::lower
