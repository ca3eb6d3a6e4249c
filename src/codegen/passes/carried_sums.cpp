#include "codegen/passes/carried_sums.h"

#include <vector>

#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// Terms of a sum; those that are taken away as well.
struct sum_terms {
    std::vector<Expr> added, subtracted;

    void collect(const Expr &value, bool is_added = true) {
        if (const auto *add = value.as<hir::Add>()) {
            collect(add->a, is_added);
            collect(add->b, is_added);
        } else if (const auto *sub = value.as<hir::Sub>()) {
            collect(sub->a, is_added);
            collect(sub->b, !is_added);
        } else {
            (is_added ? added : subtracted).push_back(value);
        }
    }

    std::size_t size() const { return added.size() + subtracted.size(); }

    Expr sum() const {
        Expr total;
        for (const Expr &term : added) {
            total = total.defined() ? total + term : term;
        }
        for (const Expr &term : subtracted) {
            total = total.defined() ? total - term : -term;
        }
        return total;
    }
};

class last_adder : public hir::IRMutator {
    using hir::IRMutator::visit;
    std::string innermost_; ///< serial loop around, with no loop inside; empty if there is none

    Stmt visit(const hir::For *op) override {
        const bool is_innermost = op->for_type == hir::ForType::Serial && !has_loops(op->body);
        const hir::ScopedValue<std::string> loop(innermost_, is_innermost ? op->name : "");
        return hir::IRMutator::visit(op);
    }

    Stmt visit(const hir::Store *op) override {
        const Halide::Type type = op->value.type();
        if (innermost_.empty() || !type.is_float() || !type.is_scalar()) {
            return op;
        }
        sum_terms terms;
        terms.collect(op->value);
        std::vector<std::size_t> carried;
        for (std::size_t i = 0; i < terms.added.size(); ++i) {
            if (is_of_iteration_before(terms.added[i], op)) {
                carried.push_back(i);
            }
        }
        if (carried.size() != 1 || terms.size() < 3) {
            return op;
        }
        const Expr last = terms.added[carried.front()];
        terms.added.erase(terms.added.begin() + static_cast<std::ptrdiff_t>(carried.front()));
        const Expr value = hir::Call::make(type, hir::Call::strict_add, {terms.sum(), last},
                                           hir::Call::PureIntrinsic);
        return hir::Store::make(op->name, value, op->index, op->param, op->predicate,
                                op->alignment);
    }

    bool is_of_iteration_before(const Expr &term, const hir::Store *store) const {
        const auto *load = term.as<hir::Load>();
        if (load == nullptr || load->name != store->name) {
            return false;
        }
        const Expr before = hir::Variable::make(Halide::Int(32), innermost_) - 1;
        return hir::expr_uses_var(store->index, innermost_) &&
               hir::is_const_zero(
                   hir::simplify(hir::substitute(innermost_, before, store->index) - load->index));
    }
};

class fixed_operation_finder : public hir::IRVisitor {
public:
    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Call *op) override {
        is_found = is_found || op->is_strict_float_intrinsic();
        hir::IRVisitor::visit(op);
    }
};

} // namespace

hir::Stmt add_carried_elements_last(const hir::Stmt &stmt) {
    return last_adder().mutate(stmt);
}

bool has_fixed_operations(const hir::Stmt &stmt) {
    fixed_operation_finder search;
    stmt.accept(&search);
    return search.is_found;
}

} // namespace tiramisu::lower
