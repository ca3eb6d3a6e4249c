#include "codegen/expressions/operations.h"

#include "codegen/expressions/types.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using Halide::Type;

bool overflow_is_undefined(Type type) {
    return type.is_int() && type.bits() >= 32;
}

/// Applies `op` so that overflow wraps, whatever Halide says of the type.
template <typename Op>
Expr wrapped(const Op &op, const Expr &left, const Expr &right) {
    const Type type = left.type();
    if (!overflow_is_undefined(type)) {
        return op(left, right);
    }
    const Type modular = type.with_code(halide_type_uint);
    return Halide::cast(type, op(Halide::cast(modular, left), Halide::cast(modular, right)));
}

bool may_be_negative(const Expr &value) {
    const auto constant = hir::as_const_int(value);
    return value.type().is_int() && !(constant && *constant >= 0);
}

// Halide's quotient rounds so that the remainder is never negative. For a negative divisor that is
// one more than the floor, unless the division is exact.
Expr floor_quotient(const Expr &left, const Expr &right) {
    if (!may_be_negative(right)) {
        return left / right;
    }
    const Expr zero = hir::make_zero(right.type());
    const Expr one_too_many = right < zero && left % right != zero;
    const auto subtract = [](const Expr &a, const Expr &b) { return a - b; };
    return wrapped(subtract, left / right, Halide::cast(left.type(), one_too_many));
}

Expr floor_remainder(const Expr &left, const Expr &right) {
    if (!may_be_negative(right)) {
        return left % right;
    }
    const Expr zero = hir::make_zero(right.type());
    const Expr remainder = left % right;
    return Halide::select(right < zero && remainder != zero, remainder + right, remainder);
}

Expr shift_amount(const Expr &amount, Type shifted) {
    const Type type = shifted.with_code(halide_type_uint);
    return Halide::cast(type, amount) & hir::make_const(type, shifted.bits() - 1);
}

Expr shift_left(const Expr &value, const Expr &amount) {
    const Type type = value.type();
    const Type modular = type.with_code(halide_type_uint);
    return Halide::cast(type, Halide::cast(modular, value) << shift_amount(amount, type));
}

// The smallest integer has no opposite: it stays as it is. Halide takes an absolute value for one
// that is never negative.
Expr absolute(const Expr &value) {
    const Type type = value.type();
    if (type.is_uint()) {
        return value;
    }
    if (!overflow_is_undefined(type)) {
        return Halide::cast(type, Halide::abs(value));
    }
    const auto subtract = [](const Expr &a, const Expr &b) { return a - b; };
    const Expr zero = hir::make_zero(type);
    return Halide::select(value < zero, wrapped(subtract, zero, value), value);
}

// Halide merges a cast of an integer with the cast of a float inside it, but uint32(int32(-2.0f))
// is not uint32(-2.0f). It looks through no pair of negations; LLVM does.
Expr kept_apart(const Expr &integer) {
    return ~~integer;
}

/// Of 16-bit floats the bits are chosen: Halide computes no operation on such without a word on it.
Expr chosen(const Expr &condition, const Expr &first, const Expr &second) {
    const Type type = first.type();
    if (!type.is_float() || type.bits() != 16) {
        return Halide::select(condition, first, second);
    }
    const Type stored = Halide::UInt(16);
    return Halide::reinterpret(type, Halide::select(condition, Halide::reinterpret(stored, first),
                                                    Halide::reinterpret(stored, second)));
}

Expr sigmoid(const Expr &value) {
    const Expr one = hir::make_one(value.type());
    return one / (one + Halide::exp(-value));
}

Expr math(op_t op, const Expr &value, const std::vector<Expr> &x) {
    switch (op) {
    case o_sqrt: return Halide::sqrt(value);
    case o_expo: return Halide::exp(value);
    case o_log: return Halide::log(value);
    case o_pow: return Halide::pow(value, converted(x[1], value.type()));
    case o_sin: return Halide::sin(value);
    case o_cos: return Halide::cos(value);
    case o_tan: return Halide::tan(value);
    case o_asin: return Halide::asin(value);
    case o_acos: return Halide::acos(value);
    case o_atan: return Halide::atan(value);
    case o_sinh: return Halide::sinh(value);
    case o_cosh: return Halide::cosh(value);
    case o_tanh: return Halide::tanh(value);
    case o_asinh: return Halide::asinh(value);
    case o_acosh: return Halide::acosh(value);
    case o_atanh: return Halide::atanh(value);
    case o_sigmoid: return sigmoid(value);
    case o_floor: return Halide::floor(value);
    case o_ceil: return Halide::ceil(value);
    case o_round: return Halide::round(value);
    case o_trunc: return Halide::trunc(value);
    default: throw internal_error("code generation met an operation that it does not know");
    }
}

} // namespace

Expr converted(const Expr &value, Type type) {
    if (type.is_bool() && !value.type().is_bool()) {
        return value != hir::make_zero(value.type());
    }
    const Expr result = Halide::cast(type, value);
    return value.type().is_float() && type.is_int_or_uint() ? kept_apart(result) : result;
}

Expr operation_on(const std::vector<Expr> &x, const expr_node &node, arithmetic kind) {
    const auto modular = [&](const auto &op, const Expr &left, const Expr &right) {
        return kind == arithmetic::wrapping ? wrapped(op, left, right) : op(left, right);
    };
    switch (node.op) {
    case o_minus:
        return modular([](const Expr &a, const Expr &b) { return a - b; },
                       hir::make_zero(x[0].type()), x[0]);
    case o_add: return modular([](const Expr &a, const Expr &b) { return a + b; }, x[0], x[1]);
    case o_sub: return modular([](const Expr &a, const Expr &b) { return a - b; }, x[0], x[1]);
    case o_mul: return modular([](const Expr &a, const Expr &b) { return a * b; }, x[0], x[1]);
    case o_div: return floor_quotient(x[0], x[1]);
    case o_mod: return floor_remainder(x[0], x[1]);
    case o_max: return Halide::max(x[0], x[1]);
    case o_min: return Halide::min(x[0], x[1]);
    case o_logical_not: return !converted(x[0], Halide::Bool());
    case o_logical_and: return converted(x[0], Halide::Bool()) && converted(x[1], Halide::Bool());
    case o_logical_or: return converted(x[0], Halide::Bool()) || converted(x[1], Halide::Bool());
    case o_eq: return x[0] == x[1];
    case o_ne: return x[0] != x[1];
    case o_lt: return x[0] < x[1];
    case o_le: return x[0] <= x[1];
    case o_gt: return x[0] > x[1];
    case o_ge: return x[0] >= x[1];
    case o_right_shift: return x[0] >> shift_amount(x[1], x[0].type());
    case o_left_shift: return shift_left(x[0], x[1]);
    case o_select: return chosen(converted(x[0], Halide::Bool()), x[1], x[2]);
    case o_lerp: return Halide::lerp(x[0], x[1], x[2]);
    case o_cast: return x[0];
    case o_abs: return absolute(x[0]);
    default: return math(node.op, converted(x[0], value_type(node.type)), x);
    }
}

} // namespace tiramisu::lower
