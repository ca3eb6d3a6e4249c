#include "codegen/loops/loop_range.h"

#include "codegen/expressions/far_numbers.h"
#include "codegen/loops/isl_expressions.h"
#include "polyhedral/ast_expression.h"

namespace tiramisu::lower {

namespace {

bool is_iterator(const isl::ast_expr &value, const std::string &iterator) {
    return value.isa<isl::ast_expr_id>() && value.as<isl::ast_expr_id>().id().name() == iterator;
}

bool depends_on(const isl::ast_expr &value, const std::string &iterator) {
    if (!value.isa<isl::ast_expr_op>()) {
        return is_iterator(value, iterator);
    }
    const auto operation = value.as<isl::ast_expr_op>();
    for (unsigned at = 0; at < operation.n_arg(); ++at) {
        if (depends_on(operation.arg(static_cast<int>(at)), iterator)) {
            return true;
        }
    }
    return false;
}

/// What is added to the iterator, where the value is such a sum.
std::optional<long> added_to(const isl::ast_expr &value, const std::string &iterator) {
    if (is_iterator(value, iterator)) {
        return 0;
    }
    const bool is_sum = value.isa<isl::ast_expr_op>() &&
                        poly::operation_of(value.as<isl::ast_expr_op>()) == isl_ast_expr_op_add;
    if (!is_sum) {
        return std::nullopt;
    }
    const auto sum = value.as<isl::ast_expr_op>();
    const isl::ast_expr number = sum.arg(1);
    return is_iterator(sum.arg(0), iterator) && number.isa<isl::ast_expr_int>()
               ? std::optional(number.as<isl::ast_expr_int>().val().num_si())
               : std::nullopt;
}

/// The greatest value of the iterator for which the condition holds, where it says no more.
std::optional<Halide::Expr> greatest(const isl::ast_expr &condition, const std::string &iterator,
                                     const environment &names) {
    if (!condition.isa<isl::ast_expr_op>() || condition.as<isl::ast_expr_op>().n_arg() != 2) {
        return std::nullopt;
    }
    const auto comparison = condition.as<isl::ast_expr_op>();
    const isl_ast_expr_op_type operation = poly::operation_of(comparison);
    const bool is_turned = operation == isl_ast_expr_op_le || operation == isl_ast_expr_op_lt;
    if (!is_turned && operation != isl_ast_expr_op_ge && operation != isl_ast_expr_op_gt) {
        return std::nullopt;
    }
    const isl::ast_expr bound = comparison.arg(is_turned ? 1 : 0);
    const auto added = added_to(comparison.arg(is_turned ? 0 : 1), iterator);
    if (!added || depends_on(bound, iterator)) {
        return std::nullopt;
    }
    const bool is_strict = operation == isl_ast_expr_op_lt || operation == isl_ast_expr_op_gt;
    const Halide::Expr last = to_bound(bound, names);
    return last - hir::make_const(last.type(), *added + (is_strict ? 1 : 0));
}

} // namespace

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

loop_body::loop_body(const isl::ast_node_for &node)
    : iterator(node.iterator().as<isl::ast_expr_id>().id().name()), body(node.body()) {}

std::optional<std::pair<loop_body, loop_range>>
ended_by_branch(const loop_body &loop, const loop_range &range, const environment &names) {
    if (!loop.body.isa<isl::ast_node_if>()) {
        return std::nullopt;
    }
    const auto branch = loop.body.as<isl::ast_node_if>();
    const auto last =
        branch.has_else_node() ? std::nullopt : greatest(branch.cond(), loop.iterator, names);
    if (!last) {
        return std::nullopt;
    }
    loop_range shorter = range;
    shorter.last = hir::simplify(Halide::min(range.last, *last));
    return std::pair(loop_body(loop.iterator, branch.then_node()), shorter);
}

} // namespace tiramisu::lower
