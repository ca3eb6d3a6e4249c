#include "codegen/loops/loop_range.h"

#include "codegen/expressions/far_numbers.h"
#include "codegen/loops/isl_expressions.h"
#include "polyhedral/ast_expression.h"

namespace tiramisu::lower {

Halide::Expr loop_range::extent() const {
    return hir::simplify((last - first) / hir::make_const(last.type(), step) + 1);
}

bool loop_range::is_counted_from_0() const {
    constexpr std::int64_t far = std::int64_t(1) << 28;
    return step != 1 || names_far_number(first, far);
}

loop_range range_of(const isl::ast_node_for &node, const environment &names) {
    loop_range range;
    range.first = hir::simplify(to_bound(node.init(), names));
    if (node.is_degenerate()) {
        range.last = range.first;
        return range;
    }
    range.step = node.inc().as<isl::ast_expr_int>().val().num_si();
    const isl::ast_expr_op condition = node.cond().as<isl::ast_expr_op>();
    Halide::Expr last = to_bound(condition.arg(1), names);
    if (poly::operation_of(condition) == isl_ast_expr_op_lt) {
        last = last - 1;
    }
    range.last = hir::simplify(last);
    return range;
}

} // namespace tiramisu::lower
