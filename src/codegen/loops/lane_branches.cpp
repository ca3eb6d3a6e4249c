#include "codegen/loops/lane_branches.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// Makes loads that all lanes share depend on whether a lane takes the branch.
class branch_load_guard : public hir::IRMutator {
public:
    branch_load_guard(lane_branches around, Expr is_taken)
        : around_(std::move(around)), is_taken_(std::move(is_taken)) {}

private:
    using hir::IRMutator::visit;
    lane_branches around_;
    Expr is_taken_;

    Expr visit(const hir::Load *op) override {
        const Expr index = mutate(op->index);
        Expr predicate = mutate(op->predicate);
        if (!around_.varies(op->index)) {
            predicate = hir::is_const_one(predicate) ? is_taken_ : is_taken_ && predicate;
        }
        return hir::Load::make(op->type, op->name, index, op->image, op->param, predicate,
                               op->alignment);
    }

    Expr visit(const hir::Let *op) override {
        around_.define(op->name, op->value);
        return hir::IRMutator::visit(op);
    }

    Stmt visit(const hir::LetStmt *op) override {
        around_.define(op->name, op->value);
        return hir::IRMutator::visit(op);
    }
};

} // namespace

void lane_branches::define(const std::string &name, const Expr &value) {
    if (varies(value)) {
        lanes_.insert(name);
    }
}

bool lane_branches::varies(const Expr &value) const {
    hir::Scope<> lanes;
    for (const std::string &name : lanes_) {
        lanes.push(name);
    }
    return hir::expr_uses_vars(value, lanes);
}

lane_branches lane_branches::inside(const Expr &is_taken) const {
    lane_branches result = *this;
    result.is_taken_ = is_taken_.defined() ? is_taken_ && is_taken : is_taken;
    return result;
}

Expr lane_branches::guarded(const Expr &value) const {
    return is_taken_.defined()
               ? hir::Select::make(is_taken_, branch_load_guard(*this, is_taken_).mutate(value),
                                   hir::make_zero(value.type()))
               : value;
}

Stmt lane_branches::guarded(const Stmt &stmt) const {
    return is_taken_.defined() ? branch_load_guard(*this, is_taken_).mutate(stmt) : stmt;
}

} // namespace tiramisu::lower
