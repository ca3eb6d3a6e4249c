#include "codegen/passes/elementary_functions.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Call;

const Halide::Type single = Halide::Float(32);

Expr number(double value) {
    return hir::make_const(single, value);
}

Expr halides(const char *name, const Expr &x) {
    return Call::make(single, name, {x}, Call::PureExtern);
}

/// Where floats are fast, LLVM knows that nothing is no number.
Expr or_no_number(const Expr &x, const Expr &result) {
    return select(Halide::is_nan(x), x, result);
}

Expr exponential(const Expr &x) {
    constexpr double infinite = 128; // e^128 is
    return or_no_number(x, halides("exp_f32", min(x, number(infinite))));
}

Expr logarithm(const Expr &x) {
    constexpr int digits = 24;
    const Expr is_small = x < number(std::numeric_limits<float>::min());
    const Expr scaled = select(is_small, x * number(std::exp2(digits)), x);
    const Expr result =
        halides("log_f32", scaled) - select(is_small, number(digits * std::log(2.0)), number(0));
    return or_no_number(x, select(Halide::is_inf(x) && x > number(0), x, result));
}

/// The exponent, where a few products make the power.
std::optional<int> small_whole(const Expr &exponent) {
    constexpr double largest = 8;
    const auto value = hir::as_const_float(exponent);
    return value && std::abs(*value) <= largest && *value == std::floor(*value)
               ? std::optional(static_cast<int>(*value))
               : std::nullopt;
}

Expr power(const Expr &x, const Expr &y) {
    if (const auto whole = small_whole(y)) {
        return hir::raise_to_integer_power(x, *whole);
    }
    const Expr size = exponential(logarithm(abs(x)) * y);
    const Expr half = y * number(0.5f);
    const Expr of_whole = select(floor(half) != half, -size, size);
    const Expr of_others =
        select(Halide::is_inf(x), size, number(std::numeric_limits<double>::quiet_NaN()));
    const Expr of_negative = select(floor(y) == y, of_whole, of_others);
    return select(y == number(0) || x == number(1), number(1),
                  select(x < number(0), of_negative, size));
}

/// In place of a call for each lane. Near 0, where exponentials have too few digits, a polynomial
/// that was fitted to the least largest relative error, 4e-9.
Expr hyperbolic_tangent(const Expr &x) {
    constexpr double near_zero = 0.625, nearly_one = 20;
    const double coefficients[] = {-0.333332819, 0.133314422, -0.053739716, 0.0206390899,
                                   -0.00570498964}; // of x^3, x^5, ...
    const Expr size = abs(x), square = x * x;
    Expr polynomial = number(0);
    for (auto one = std::rbegin(coefficients); one != std::rend(coefficients); ++one) {
        polynomial = polynomial * square + number(*one);
    }
    const Expr powers = halides("exp_f32", min(size, number(nearly_one)) * number(2));
    const Expr far = number(1) - number(2) / (powers + number(1));
    return or_no_number(x, select(size < number(near_zero), x + x * square * polynomial,
                                  select(x < number(0), -far, far)));
}

class function_completer : public hir::IRMutator {
    using hir::IRMutator::visit;

    Expr visit(const Call *op) override {
        const bool is_float = op->type.is_float() && op->type.bits() == 32 && op->type.is_scalar();
        if (!is_float || op->call_type != Call::PureExtern) {
            return hir::IRMutator::visit(op);
        }
        if (op->name == "exp_f32") {
            return exponential(mutate(op->args[0]));
        }
        if (op->name == "log_f32") {
            return logarithm(mutate(op->args[0]));
        }
        if (op->name == "tanh_f32") {
            return hyperbolic_tangent(mutate(op->args[0]));
        }
        if (op->name == "pow_f32") {
            return power(mutate(op->args[0]), mutate(op->args[1]));
        }
        return hir::IRMutator::visit(op);
    }
};

} // namespace

hir::Stmt complete_elementary_functions(const hir::Stmt &stmt) {
    return function_completer().mutate(stmt);
}

} // namespace tiramisu::lower
