#include "codegen/passes/float_minima.h"

#include "codegen/expressions/operations.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

/// The same number, of which the simplifier does not know that it is a sum.
Expr kept(const Expr &value) {
    const auto strict = [&](hir::Call::IntrinsicOp op, const Expr &a, const Expr &b) {
        return hir::Call::make(value.type(), op, {a, b}, hir::Call::PureIntrinsic);
    };
    if (const auto *sum = value.as<hir::Add>()) {
        return strict(hir::Call::strict_add, sum->a, sum->b);
    }
    const auto *difference = value.as<hir::Sub>();
    return difference == nullptr ? value
                                 : strict(hir::Call::strict_sub, difference->a, difference->b);
}

class term_keeper : public hir::IRMutator {
    using hir::IRMutator::visit;

    template <typename Node>
    Expr visit_extreme(const Node *op) {
        const Expr same = hir::IRMutator::visit(op);
        const auto *node = same.as<Node>();
        const bool has_sums =
            node != nullptr && node->type.is_float() && (is_sum(node->a) || is_sum(node->b));
        return has_sums && is_sum(hir::simplify(same)) ? Node::make(kept(node->a), kept(node->b))
                                                       : same;
    }
    Expr visit(const hir::Min *op) override { return visit_extreme(op); }
    Expr visit(const hir::Max *op) override { return visit_extreme(op); }
};

} // namespace

hir::Stmt keep_terms_in_minima(const hir::Stmt &stmt) {
    return term_keeper().mutate(stmt);
}

} // namespace tiramisu::lower
