#include <algorithm>
#include <cmath>

#include "graph/operators/element_definition.h"
#include "graph/operators/language_functions.h"
#include "graph/operators/numbers.h"

// Arithmetic of two numbers, or of more.

namespace tiramisu::graph {

namespace {

using reals = element_definition::reals;
using integers = element_definition::integers;
using expressions = element_definition::expressions;
using integer = std::int64_t;
using word = std::uint64_t; ///< in which integers wrap

template <typename Real, typename Integer, typename Element>
element_definition binary(const std::string &name, const Real &real, const Integer &whole,
                          const Element &element) {
    element_definition made;
    made.name = name;
    made.least_inputs = made.most_inputs = 2;
    made.real = [real](const node_call &, const reals &x) { return real(x[0], x[1]); };
    made.integer = [whole](const node_call &, const integers &x) { return whole(x[0], x[1]); };
    made.element = [element](const node_call &, const expressions &x) {
        return element(x[0], x[1]);
    };
    return made;
}

/// Of any number of inputs, two at a time.
template <typename Number>
auto folded(const Number &number) {
    return [number](const node_call &, const auto &x) {
        auto value = x[0];
        for (std::size_t i = 1; i < x.size(); i++) {
            value = number(value, x[i]);
        }
        return value;
    };
}

template <typename Real, typename Element>
void add_variadic(operator_table &all, const std::string &name, const Real &number,
                  const Element &element) {
    element_definition made;
    made.name = name;
    made.first_opset = 7;
    made.most_inputs = 64;
    made.real = folded(number);
    made.integer = folded(number);
    made.element = folded(element);
    add(all, made);
}

integer quotient(integer x, integer y) {
    if (y == 0) {
        throw refusal("divides an integer by 0");
    }
    // The smallest integer has no quotient by -1: it wraps.
    return y == -1 ? static_cast<integer>(-static_cast<word>(x)) : x / y;
}

/// The remainder has the sign of the divisor; with `fmod` that of what is divided.
void add_mod(operator_table &all) {
    element_definition made;
    made.name = "Mod";
    made.attributes = {"fmod"};
    made.first_opset = 10;
    made.least_inputs = made.most_inputs = 2;
    made.real = [](const node_call &call, const reals &x) {
        const double rest = std::fmod(x[0], x[1]);
        const bool moves = rest != 0 && (rest < 0) != (x[1] < 0);
        return moves && call.integer("fmod", 0) == 0 ? rest + x[1] : rest;
    };
    made.integer = [](const node_call &call, const integers &x) {
        const integer rest =
            static_cast<integer>(static_cast<word>(x[0]) -
                                 static_cast<word>(quotient(x[0], x[1])) * static_cast<word>(x[1]));
        const bool moves = rest != 0 && (rest < 0) != (x[1] < 0);
        return moves && call.integer("fmod", 0) == 0 ? rest + x[1] : rest;
    };
    made.element = [](const node_call &call, const expressions &x) {
        const bool truncates = call.integer("fmod", 0) != 0;
        if (is_float(x[0].get_data_type())) {
            const expr zero = expr::literal(x[0].get_data_type(), 0);
            const expr whole = trunc(x[0] / x[1]);
            const expr rest = select(whole == zero, x[0], x[0] - whole * x[1]);
            const expr moves = rest != zero && (rest < zero) != (x[1] < zero);
            return truncates ? rest : select(moves, rest + x[1], rest);
        }
        return truncates ? x[0] - truncated_quotient(x[0], x[1]) * x[1] : x[0] % x[1];
    };
    add(all, made);
}

/// An exponent that is a small whole number in all elements, if it is known.
std::optional<int> whole_exponent(const node_call &call) {
    const tensor *known = call.value(1);
    if (known == nullptr || known->count() != 1) {
        return std::nullopt;
    }
    const double value = reals_of(*known).front();
    constexpr double largest = 8;
    const bool is_small = value == std::floor(value) && std::fabs(value) <= largest;
    return is_small ? std::optional(static_cast<int>(value)) : std::nullopt;
}

/// |x| to the power; where x is below 0, it is the power's where the exponent is even, minus that
/// where it is odd, no number elsewhere.
expr general_power(const expr &x, const expr &exponent) {
    const auto number = [&](double value) { return expr::literal(x.get_data_type(), value); };
    const expr size = pow(abs(x), exponent);
    const expr half = exponent * number(0.5);
    const expr of_below = select(floor(half) == half, size,
                                 select(floor(exponent) == exponent, -size, pow(x, exponent)));
    return select(x < number(0), of_below, size);
}

void add_pow(operator_table &all) {
    element_definition made;
    made.name = "Pow";
    made.least_inputs = made.most_inputs = 2;
    made.mixes_types = true;
    made.real = [](const node_call &, const reals &x) { return std::pow(x[0], x[1]); };
    made.integer = [](const node_call &, const integers &x) {
        return static_cast<integer>(std::pow(static_cast<double>(x[0]), static_cast<double>(x[1])));
    };
    made.element = [](const node_call &call, const expressions &x) -> expr {
        const primitive_t type = call.type(0).elements;
        if (const auto exponent = whole_exponent(call)) {
            return is_float(type) || *exponent >= 0
                       ? power(x[0], *exponent)
                       : cast(type, power(cast(p_float64, x[0]), *exponent));
        }
        const primitive_t in = type == p_float32 ? p_float32 : p_float64;
        const auto as = [&](const expr &value) {
            return value.get_data_type() == in ? value : cast(in, value);
        };
        const expr value = general_power(as(x[0]), as(x[1]));
        return type == in ? value : cast(type, round(value));
    };
    add(all, made);
}

/// Limits are attributes before opset 11, inputs since.
void add_clip(operator_table &all) {
    element_definition made;
    made.name = "Clip";
    made.attributes = {"min", "max"};
    made.first_opset = 6;
    made.most_inputs = 3;
    made.may_lack_inputs = true;
    made.real = [](const node_call &call, const reals &x) {
        const bool has_low = call.has_input(1) || call.has("min");
        const bool has_high = call.has_input(2) || call.has("max");
        const double low = call.has_input(1) ? x[1] : static_cast<double>(call.real("min", 0));
        const double high = call.has_input(2) ? x[2] : static_cast<double>(call.real("max", 0));
        const double raised = has_low ? std::max(x[0], low) : x[0];
        return has_high ? std::min(raised, high) : raised;
    };
    made.integer = [](const node_call &call, const integers &x) {
        const integer raised = call.has_input(1) ? std::max(x[0], x[1]) : x[0];
        return call.has_input(2) ? std::min(raised, x[2]) : raised;
    };
    made.element = [](const node_call &call, const expressions &x) {
        expr value = x[0];
        if (call.has_input(1) || call.has("min")) {
            value = max(value, call.has_input(1) ? x[1] : expr(call.real("min", 0)));
        }
        if (call.has_input(2) || call.has("max")) {
            value = min(value, call.has_input(2) ? x[2] : expr(call.real("max", 0)));
        }
        return value;
    };
    add(all, made);
}

} // namespace

void add_arithmetic(operator_table &all) {
    add(all, binary(
                 "Add", [](double x, double y) { return x + y; },
                 [](integer x, integer y) {
                     return static_cast<integer>(static_cast<word>(x) + static_cast<word>(y));
                 },
                 [](const expr &x, const expr &y) { return x + y; }));
    add(all, binary(
                 "Sub", [](double x, double y) { return x - y; },
                 [](integer x, integer y) {
                     return static_cast<integer>(static_cast<word>(x) - static_cast<word>(y));
                 },
                 [](const expr &x, const expr &y) { return x - y; }));
    add(all, binary(
                 "Mul", [](double x, double y) { return x * y; },
                 [](integer x, integer y) {
                     return static_cast<integer>(static_cast<word>(x) * static_cast<word>(y));
                 },
                 [](const expr &x, const expr &y) { return x * y; }));
    add(all, binary(
                 "Div", [](double x, double y) { return x / y; }, quotient,
                 [](const expr &x, const expr &y) {
                     return is_float(x.get_data_type()) ? x / y : truncated_quotient(x, y);
                 }));
    add_variadic(
        all, "Min", [](auto x, auto y) { return std::min(x, y); },
        [](const expr &x, const expr &y) { return min(x, y); });
    add_variadic(
        all, "Max", [](auto x, auto y) { return std::max(x, y); },
        [](const expr &x, const expr &y) { return max(x, y); });
    add_variadic(
        all, "Sum", [](auto x, auto y) { return x + y; },
        [](const expr &x, const expr &y) { return x + y; });
    all.add_expanded("Mean", {}, 8, [](expansion &to) {
        const double share = 1 / static_cast<double>(to.call.input_count());
        const std::string sum = to.add("Sum", to.call.what().inputs);
        to.result(0, to.add("Mul", {sum, to.like(sum, share)}));
    });
    add_mod(all);
    add_pow(all);
    add_clip(all);
}

} // namespace tiramisu::graph
