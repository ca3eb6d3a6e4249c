#include "graph/operators/language_functions.h"

#include <array>

namespace tiramisu::graph {

namespace {

template <std::size_t Count>
expr polynomial(const expr &x, const std::array<double, Count> &from_highest, primitive_t type) {
    expr value = expr::literal(type, from_highest[0]);
    for (std::size_t i = 1; i < Count; i++) {
        value = value * x + expr::literal(type, from_highest[i]);
    }
    return value;
}

} // namespace

expr error_function(const expr &x) {
    // Near 0 the odd series of Taylor; elsewhere 1 - (a1 t + ... + a5 t^5) exp(-x^2) with
    // t = 1 / (1 + p x): Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26.
    const primitive_t type = x.get_data_type();
    const auto number = [&](double value) { return expr::literal(type, value); };
    const expr size = abs(x), square = x * x;
    const std::array<double, 6> series = {-8.548327e-4, 5.223977e-3,  -2.686617e-2,
                                          1.128379e-1,  -3.761264e-1, 1.1283791671};
    const std::array<double, 5> far = {1.061405429, -1.453152027, 1.421413741, -0.284496736,
                                       0.254829592};
    const expr t = number(1) / (number(1) + size * number(0.3275911));
    const expr tail = number(1) - polynomial(t, far, type) * t * exp(-square);
    const expr near = x * polynomial(square, series, type);
    return select(size < number(0.5), near, select(x < number(0), -tail, tail));
}

expr truncated_quotient(const expr &x, const expr &y) {
    const expr floored = x / y;
    const expr zero = expr::literal(x.get_data_type(), 0),
               one = expr::literal(x.get_data_type(), 1);
    const bool may_be_below = is_signed(x.get_data_type());
    return may_be_below
               ? select((x < zero) != (y < zero) && floored * y != x, floored + one, floored)
               : floored;
}

expr power(const expr &x, int exponent) {
    if (exponent < 0) {
        return expr::literal(x.get_data_type(), 1) / power(x, -exponent);
    }
    if (exponent == 0) {
        return expr::literal(x.get_data_type(), 1);
    }
    expr value = x;
    for (int i = 1; i < exponent; i++) {
        value = value * x;
    }
    return value;
}

} // namespace tiramisu::graph
