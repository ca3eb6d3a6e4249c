#include "codegen/isl_expressions.h"

#include <limits>

#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

Expr integer(std::int64_t value) {
    const bool is_narrow = value >= std::numeric_limits<std::int32_t>::min() &&
                           value <= std::numeric_limits<std::int32_t>::max();
    return hir::make_const(Halide::Int(is_narrow ? 32 : 64), value);
}

Expr literal(const isl::val &value) {
    const isl::val limit(value.ctx(), std::numeric_limits<std::int64_t>::max());
    if (value.gt(limit) || value.lt(limit.neg())) {
        throw internal_error("a loop bound does not fit 64 bits");
    }
    return integer(isl_val_get_num_si(value.get()));
}

// Unsigned or narrow parameters take part as int32 or int64.
Expr as_signed(const Expr &value) {
    const Halide::Type type = value.type();
    if (type.is_bool() || type == Halide::Int(32) || type == Halide::Int(64)) {
        return value;
    }
    const bool fits_32_bits = type.bits() < 32;
    return Halide::cast(Halide::Int(fits_32_bits ? 32 : 64), value);
}

void match_widths(Expr &left, Expr &right) {
    if (left.type().is_int() && right.type().is_int() && left.type() != right.type()) {
        left = Halide::cast(Halide::Int(64), left);
        right = Halide::cast(Halide::Int(64), right);
    }
}

// isl writes a condition that always holds as the number 1.
Expr truth(const Expr &value) {
    return value.type().is_bool() ? value : value != hir::make_zero(value.type());
}

Expr two_operands(isl_ast_expr_op_type op, Expr left, Expr right) {
    match_widths(left, right);
    switch (op) {
    case isl_ast_expr_op_add: return left + right;
    case isl_ast_expr_op_sub: return left - right;
    case isl_ast_expr_op_mul: return left * right;
    // isl divides by positive numbers only. In the forms other than fdiv_q the dividend is not
    // negative, or the division exact, or only the remainder's being 0 matters: all agree with
    // rounding down.
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_fdiv_q:
    case isl_ast_expr_op_pdiv_q: return left / right;
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r: return left % right;
    case isl_ast_expr_op_eq: return left == right;
    case isl_ast_expr_op_le: return left <= right;
    case isl_ast_expr_op_lt: return left < right;
    case isl_ast_expr_op_ge: return left >= right;
    case isl_ast_expr_op_gt: return left > right;
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then: return truth(left) && truth(right);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else: return truth(left) || truth(right);
    case isl_ast_expr_op_max: return Halide::max(left, right);
    case isl_ast_expr_op_min: return Halide::min(left, right);
    default: throw internal_error("isl made an operation that code generation does not know");
    }
}

Expr operation(const isl::ast_expr_op &value, const environment &names) {
    std::vector<Expr> x;
    for (unsigned i = 0; i < value.n_arg(); ++i) {
        x.push_back(to_halide(value.arg(static_cast<int>(i)), names));
    }
    const isl_ast_expr_op_type op = isl_ast_expr_op_get_type(value.get());
    if (op == isl_ast_expr_op_minus) {
        return hir::make_zero(x[0].type()) - x[0];
    }
    if (op == isl_ast_expr_op_cond || op == isl_ast_expr_op_select) {
        match_widths(x[1], x[2]);
        return Halide::select(truth(x[0]), x[1], x[2]);
    }
    Expr result = x[0]; // max and min may have any number of operands
    for (std::size_t i = 1; i < x.size(); ++i) {
        result = two_operands(op, result, x[i]);
    }
    return result;
}

} // namespace

Halide::Expr to_halide(const isl::ast_expr &value, const environment &names) {
    if (value.isa<isl::ast_expr_int>()) {
        return literal(value.as<isl::ast_expr_int>().val());
    }
    if (value.isa<isl::ast_expr_id>()) {
        return as_signed(names.value(value.as<isl::ast_expr_id>().id().name()));
    }
    return operation(value.as<isl::ast_expr_op>(), names);
}

Halide::Expr to_condition(const isl::ast_expr &value, const environment &names) {
    return truth(to_halide(value, names));
}

} // namespace tiramisu::lower
