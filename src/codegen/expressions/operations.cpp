#include "codegen/expressions/operations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "codegen/expressions/types.h"
#include "core/expr/expr_walk.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using Halide::Type;

bool overflow_is_undefined(Type type) {
    return type.is_int() && type.bits() >= 32;
}

/// Applies `op` to the same bits as unsigned numbers.
template <typename Op>
Expr of_unsigned(const Op &op, const Expr &left, const Expr &right) {
    const Type modular = left.type().with_code(halide_type_uint);
    return op(Halide::cast(modular, left), Halide::cast(modular, right));
}

/// Applies `op` so that overflow wraps, whatever Halide says of the type.
template <typename Op>
Expr wrapped(const Op &op, const Expr &left, const Expr &right) {
    const Type type = left.type();
    if (!overflow_is_undefined(type)) {
        return op(left, right);
    }
    return Halide::cast(type, of_unsigned(op, left, right));
}

/// Whether it is a literal far from 0, or may become one when a loop is written out.
bool may_be_far(const Expr &value) {
    if (const auto constant = hir::as_const_int(value)) {
        const std::int64_t half = std::int64_t(1) << (value.type().bits() - 2);
        return *constant < -half || *constant >= half;
    }
    const auto *cast = value.as<hir::Cast>();
    return cast != nullptr && cast->value.type().bits() == value.type().bits();
}

/// Whether numbers are equal. Halide looks at the difference of literals, of which it knows no
/// overflow: there they are compared as unsigned ones.
template <typename Op>
Expr without_difference(const Op &op, const Expr &left, const Expr &right) {
    if (!overflow_is_undefined(left.type()) || !(may_be_far(left) || may_be_far(right))) {
        return op(left, right);
    }
    return of_unsigned(op, left, right);
}

bool may_be_negative(const Expr &value) {
    const auto constant = hir::as_const_int(value);
    return value.type().is_int() && !(constant && *constant >= 0);
}

/// What Halide's rewriting does not look into: it knows nothing of a pair of negations. LLVM does.
Expr kept_apart(const Expr &integer) {
    return ~~integer;
}

/// Whether a sum may leave its type, by the types of what it adds. Casts between signed and
/// unsigned are looked through.
bool may_wrap(const Expr &value) {
    if (!value.type().is_int_or_uint()) {
        return false;
    }
    if (const auto *cast = value.as<hir::Cast>()) {
        return cast->value.type().bits() == value.type().bits() && may_wrap(cast->value);
    }
    const auto *sum = value.as<hir::Add>();
    if (sum == nullptr) {
        return false;
    }
    const hir::ConstantInterval exact =
        hir::constant_integer_bounds(sum->a) + hir::constant_integer_bounds(sum->b);
    const auto all = hir::ConstantInterval::bounds_of_type(sum->type);
    return !exact.is_bounded() || !all.is_bounded() || exact.min < all.min || exact.max > all.max;
}

/// Halide makes one instruction that does not wrap of (x + 8) >> 4 and of (x + y) / 2.
Expr wrapped_sum(const Expr &value) {
    return may_wrap(value) ? kept_apart(value) : value;
}

/// Of 0 it is -0 where numbers have that.
Expr opposite(const Expr &value) {
    const auto subtract = [](const Expr &a, const Expr &b) { return a - b; };
    const Type type = value.type();
    return type.is_float() ? hir::make_const(type, -0.0) - value
                           : wrapped(subtract, hir::make_zero(type), value);
}

bool is_minus_one(const Expr &value) {
    const auto constant = hir::as_const_int(value);
    return value.type().is_int() && constant && *constant == -1;
}

// Halide's quotient rounds so that the remainder is never negative. For a negative divisor that is
// one more than the floor, unless the division is exact.
Expr floor_quotient(const Expr &left, const Expr &right) {
    if (const auto *literal = right.as<hir::FloatImm>();
        literal != nullptr && literal->value == 0) {
        // Halide refuses such a division. The product has the same values, and is as undefined.
        return left * hir::make_const(right.type(), 1 / literal->value);
    }
    // For Halide, the smallest integer has an opposite.
    if (is_minus_one(right)) {
        return opposite(left);
    }
    if (!may_be_negative(right)) {
        return left / right;
    }
    const Expr zero = hir::make_zero(right.type());
    const Expr one_too_many = right < zero && left % right != zero;
    const auto subtract = [](const Expr &a, const Expr &b) { return a - b; };
    return wrapped(subtract, left / right, Halide::cast(left.type(), one_too_many));
}

Expr floor_remainder(const Expr &left, const Expr &right) {
    if (is_minus_one(right)) {
        return hir::make_zero(left.type());
    }
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

/// Literals nearer to 0 leave no type when an iterator is added.
constexpr double nearest_far = 1 << 30;

/// Whether values of memory, which may be any number, or numbers far from 0 are compared.
bool compares_any_number(const expr_node &node) {
    return std::any_of(node.operands.begin(), node.operands.end(), [](const expr &operand) {
        bool found = false;
        core::for_each_node(operand, [&](const expr &part) {
            const bool is_near = !part.is_constant() || !is_integer(part.get_data_type()) ||
                                 std::abs(static_cast<double>(part.get_int_val())) < nearest_far;
            found = found || part.get_op_type() == o_access || !is_near;
        });
        return found;
    });
}

/// Halide moves numbers from one side of a comparison to the other, `i + 192 < x` to `i < x - 192`,
/// which leaves the type where x is near its end. Without a sign nothing is moved; LLVM undoes the
/// change of signs.
std::pair<Expr, Expr> compared(const Expr &left, const Expr &right, const expr_node &node) {
    const Type type = left.type();
    if (!overflow_is_undefined(type) || !compares_any_number(node)) {
        return {left, right};
    }
    const Type modular = type.with_code(halide_type_uint);
    const Expr sign = hir::make_const(modular, std::uint64_t{1} << (type.bits() - 1));
    return {Halide::cast(modular, left) ^ sign, Halide::cast(modular, right) ^ sign};
}

Expr comparison(const Expr &left, const Expr &right, const expr_node &node) {
    const auto [first, second] = compared(left, right, node);
    switch (node.op) {
    case o_lt: return first < second;
    case o_le: return first <= second;
    case o_gt: return first > second;
    default: return first >= second;
    }
}

// The smallest integer has no opposite: it stays as it is. Halide takes an absolute value for one
// that is never negative.
Expr absolute(const Expr &value) {
    const Type type = value.type();
    if (type.is_uint()) {
        return value;
    }
    // Halide's own is -0 of -0 where each operation is rounded as it stands.
    if (type == Halide::Float(64)) {
        const Type bits = Halide::UInt(64);
        const Expr without_sign = hir::make_const(bits, ~(std::uint64_t{1} << 63));
        return Halide::reinterpret(type, Halide::reinterpret(bits, value) & without_sign);
    }
    if (!overflow_is_undefined(type)) {
        return Halide::cast(type, Halide::abs(value));
    }
    const auto subtract = [](const Expr &a, const Expr &b) { return a - b; };
    const Expr zero = hir::make_zero(type);
    return Halide::select(value < zero, wrapped(subtract, zero, value), value);
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

bool is_sum(const Expr &value) {
    return value.as<hir::Add>() != nullptr || value.as<hir::Sub>() != nullptr;
}

Expr converted(const Expr &value, Type type) {
    if (type.is_bool() && !value.type().is_bool()) {
        return value != hir::make_zero(value.type());
    }
    const Expr result = Halide::cast(type, value);
    // Halide merges a cast of an integer with the cast of a float inside it, but
    // uint32(int32(-2.0f)) is not uint32(-2.0f).
    return value.type().is_float() && type.is_int_or_uint() ? kept_apart(result) : result;
}

Expr operation_on(const std::vector<Expr> &x, const expr_node &node, arithmetic kind) {
    const bool wraps = kind == arithmetic::wrapping;
    const auto modular = [&](const auto &op, const Expr &left, const Expr &right) {
        return wraps ? wrapped(op, left, right) : op(left, right);
    };
    const auto divided = [&] { return wraps ? wrapped_sum(x[0]) : x[0]; };
    switch (node.op) {
    case o_minus:
        return wraps || x[0].type().is_float() ? opposite(x[0])
                                               : hir::make_zero(x[0].type()) - x[0];
    case o_add: return modular([](const Expr &a, const Expr &b) { return a + b; }, x[0], x[1]);
    case o_sub: return modular([](const Expr &a, const Expr &b) { return a - b; }, x[0], x[1]);
    case o_mul: return modular([](const Expr &a, const Expr &b) { return a * b; }, x[0], x[1]);
    case o_div: return floor_quotient(divided(), x[1]);
    case o_mod: return floor_remainder(x[0], x[1]);
    case o_max: return Halide::max(x[0], x[1]);
    case o_min: return Halide::min(x[0], x[1]);
    case o_logical_not: return !converted(x[0], Halide::Bool());
    case o_logical_and: return converted(x[0], Halide::Bool()) && converted(x[1], Halide::Bool());
    case o_logical_or: return converted(x[0], Halide::Bool()) || converted(x[1], Halide::Bool());
    case o_eq:
        return without_difference([](const Expr &a, const Expr &b) { return a == b; }, x[0], x[1]);
    case o_ne:
        return without_difference([](const Expr &a, const Expr &b) { return a != b; }, x[0], x[1]);
    case o_lt:
    case o_le:
    case o_gt:
    case o_ge: return comparison(x[0], x[1], node);
    case o_right_shift: return divided() >> shift_amount(x[1], x[0].type());
    case o_left_shift: return shift_left(x[0], x[1]);
    case o_select: return chosen(converted(x[0], Halide::Bool()), x[1], x[2]);
    case o_lerp: return Halide::lerp(x[0], x[1], x[2]);
    case o_cast: return x[0];
    case o_abs: return absolute(x[0]);
    default: return math(node.op, converted(x[0], value_type(node.type)), x);
    }
}

} // namespace tiramisu::lower
