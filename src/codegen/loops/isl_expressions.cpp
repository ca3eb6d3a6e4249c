#include "codegen/loops/isl_expressions.h"

#include <limits>

#include "codegen/expressions/far_numbers.h"
#include "codegen/expressions/types.h"
#include "polyhedral/ast_expression.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

std::int64_t value_of(const isl::ast_expr_int &literal) {
    const isl::val value = literal.val();
    const isl::val limit(value.ctx(), std::numeric_limits<std::int64_t>::max());
    if (value.gt(limit) || value.lt(limit.neg())) {
        throw internal_error("a loop bound does not fit 64 bits");
    }
    return value.num_si();
}

Expr integer(std::int64_t value, bool in_64_bits) {
    const bool is_narrow = !in_64_bits && value >= std::numeric_limits<std::int32_t>::min() &&
                           value <= std::numeric_limits<std::int32_t>::max();
    return hir::make_const(Halide::Int(is_narrow ? 32 : 64), value);
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
        left = as_int64(left);
        right = as_int64(right);
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

Expr operation(isl_ast_expr_op_type op, std::vector<Expr> x) {
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

class translator {
public:
    translator(const environment &names, bool in_64_bits)
        : names_(names), in_64_bits_(in_64_bits) {}

    Expr operator()(const isl::ast_expr &value) const {
        if (value.isa<isl::ast_expr_int>()) {
            return integer(value_of(value.as<isl::ast_expr_int>()), in_64_bits_);
        }
        if (value.isa<isl::ast_expr_id>()) {
            const Expr named = as_signed(names_.value(value.as<isl::ast_expr_id>().id().name()));
            return in_64_bits_ && named.type().is_int() ? as_int64(named) : named;
        }
        const auto whole = value.as<isl::ast_expr_op>();
        std::vector<Expr> operands;
        for (unsigned i = 0; i < whole.n_arg(); ++i) {
            operands.push_back((*this)(whole.arg(static_cast<int>(i))));
        }
        return operation(poly::operation_of(whole), std::move(operands));
    }

private:
    const environment &names_;
    bool in_64_bits_;
};

/// Whether parts of a sum may leave 32 bits where the sum does not: it has a literal far from 0, or
/// an iterator of a loop that is counted from there.
bool has_far_number(const isl::ast_expr &value, const environment &names) {
    if (value.isa<isl::ast_expr_int>()) {
        const std::int64_t literal = value_of(value.as<isl::ast_expr_int>());
        return literal > largest_near_number || literal < -largest_near_number;
    }
    if (value.isa<isl::ast_expr_id>()) {
        return names_far_number(names.value(value.as<isl::ast_expr_id>().id().name()));
    }
    const auto whole = value.as<isl::ast_expr_op>();
    bool is_found = false;
    for (unsigned i = 0; i < whole.n_arg() && !is_found; ++i) {
        is_found = has_far_number(whole.arg(static_cast<int>(i)), names);
    }
    return is_found;
}

} // namespace

Halide::Expr to_bound(const isl::ast_expr &value, const environment &names) {
    const bool is_wide = value.isa<isl::ast_expr_op>() && has_far_number(value, names);
    return translator(names, is_wide)(value);
}

Halide::Expr to_halide(const isl::ast_expr &value, const environment &names) {
    return Halide::cast(translator(names, false)(value).type(), to_bound(value, names));
}

Halide::Expr to_condition(const isl::ast_expr &value, const environment &names) {
    return truth(to_halide(value, names));
}

} // namespace tiramisu::lower
