#include "codegen/vectors/known_conditions.h"

#include <set>
#include <string>

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

class condition_definer : public hir::IRMutator {
    using hir::IRMutator::visit;
    bool decides_ = false;           ///< whether a condition is made of what is visited
    std::set<std::string> deciding_; ///< names of values that conditions are made of

    Expr condition(const Expr &value) {
        const hir::ScopedValue<bool> inside(decides_, true);
        return mutate(value);
    }

    /// The value of a let, visited after its body: by then it is known whether a condition uses it.
    Expr named(const std::string &name, const Expr &value) {
        return deciding_.count(name) > 0 ? condition(value) : mutate(value);
    }

    Expr visit(const hir::Variable *op) override {
        if (decides_) {
            deciding_.insert(op->name);
        }
        return op;
    }

    Expr visit(const hir::Load *op) override {
        const Expr predicate = condition(op->predicate);
        const Expr load = hir::Load::make(op->type, op->name, mutate(op->index), op->image,
                                          op->param, predicate, op->alignment);
        return decides_ && !hir::is_const_one(predicate)
                   ? hir::Select::make(predicate, load, hir::make_zero(op->type))
                   : load;
    }

    Expr visit(const hir::Select *op) override {
        const Expr decision = condition(op->condition);
        return hir::Select::make(decision, mutate(op->true_value), mutate(op->false_value));
    }

    Expr visit(const hir::Let *op) override {
        const Expr body = mutate(op->body);
        return hir::Let::make(op->name, named(op->name, op->value), body);
    }

    Stmt visit(const hir::LetStmt *op) override {
        const Stmt body = mutate(op->body);
        return hir::LetStmt::make(op->name, named(op->name, op->value), body);
    }

    Stmt visit(const hir::Store *op) override {
        return hir::Store::make(op->name, mutate(op->value), mutate(op->index), op->param,
                                condition(op->predicate), op->alignment);
    }

    Stmt visit(const hir::IfThenElse *op) override {
        const Stmt then_case = mutate(op->then_case);
        const Stmt else_case = op->else_case.defined() ? mutate(op->else_case) : Stmt();
        return hir::IfThenElse::make(condition(op->condition), then_case, else_case);
    }
};

} // namespace

Stmt make_conditions_known(const Stmt &stmt) {
    return condition_definer().mutate(stmt);
}

} // namespace tiramisu::lower
