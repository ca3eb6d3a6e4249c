#include "codegen/passes/carried_sums.h"

#include <optional>
#include <utility>

#include "codegen/expressions/for_loop.h"
#include "codegen/expressions/operations.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// A value as `rest + factor * element`, where the iteration before has written the element.
struct carried_sum {
    Expr rest;   ///< undefined where nothing is added
    Expr factor; ///< undefined where the element is not multiplied
    Expr element;
};

/// Finds the element that the iteration before has written in what an iteration writes. There is
/// none where it stands in several terms, or in anything but sums, products, and divisions by
/// numbers.
class carried_sum_finder {
public:
    carried_sum_finder(const hir::Store *store, const std::string &loop) : buffer_(store->name) {
        if (hir::expr_uses_var(store->index, loop)) {
            const Expr before = hir::Variable::make(Halide::Int(32), loop) - 1;
            index_before_ = hir::substitute(loop, before, store->index);
        }
    }

    std::optional<carried_sum> find(const Expr &value) const {
        if (is_element_before(value)) {
            return carried_sum{Expr(), Expr(), value};
        }
        if (const auto *add = value.as<hir::Add>()) {
            return in_sum(add->a, add->b);
        }
        if (const auto *sub = value.as<hir::Sub>()) {
            return in_sum(sub->a, hir::Mul::make(sub->b, hir::make_const(value.type(), -1)));
        }
        if (const auto *mul = value.as<hir::Mul>()) {
            return in_product(mul->a, mul->b);
        }
        const auto *div = value.as<hir::Div>();
        if (div != nullptr && hir::is_const(div->b)) {
            return in_product(div->a, hir::make_one(value.type()) / div->b);
        }
        return std::nullopt;
    }

private:
    bool is_element_before(const Expr &value) const {
        const auto *load = value.as<hir::Load>();
        return load != nullptr && load->name == buffer_ && index_before_.defined() &&
               hir::is_const_zero(hir::simplify(index_before_ - load->index));
    }

    /// What is found in one of the two, and the other.
    std::optional<std::pair<carried_sum, Expr>> in_one_of(const Expr &a, const Expr &b) const {
        const std::optional<carried_sum> left = find(a), right = find(b);
        if (left.has_value() == right.has_value()) {
            return std::nullopt;
        }
        return left ? std::pair(*left, b) : std::pair(*right, a);
    }

    std::optional<carried_sum> in_sum(const Expr &a, const Expr &b) const {
        auto found = in_one_of(a, b);
        if (!found) {
            return std::nullopt;
        }
        auto &[part, other] = *found;
        part.rest = part.rest.defined() ? part.rest + other : other;
        return part;
    }

    std::optional<carried_sum> in_product(const Expr &a, const Expr &b) const {
        auto found = in_one_of(a, b);
        if (!found) {
            return std::nullopt;
        }
        auto &[part, other] = *found;
        part.rest = part.rest.defined() ? part.rest * other : Expr();
        part.factor = part.factor.defined() ? part.factor * other : other;
        return part;
    }

    std::string buffer_;
    Expr index_before_; ///< undefined where all iterations write one element
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
        const auto sum = carried_sum_finder(op, innermost_).find(op->value);
        if (!sum || !sum->rest.defined() || (is_sum(op->value) && !is_sum(sum->rest))) {
            return op; // Nothing could be added before.
        }
        const Expr last = sum->factor.defined() ? sum->factor * sum->element : sum->element;
        const Expr value = hir::Call::make(type, hir::Call::strict_add, {sum->rest, last},
                                           hir::Call::PureIntrinsic);
        return hir::Store::make(op->name, value, op->index, op->param, op->predicate,
                                op->alignment);
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
