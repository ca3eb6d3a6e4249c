#include <cmath>

#include "graph/operators/element_definition.h"
#include "graph/operators/language_functions.h"

// Mathematical functions of single elements.

namespace tiramisu::graph {

namespace {

/// Of integers, too.
template <typename Real, typename Integer, typename Element>
void add_of_any(operator_table &all, const std::string &name, const Real &real,
                const Integer &integer, const Element &element) {
    element_definition made;
    made.name = name;
    made.first_opset = 6;
    made.real = [real](const node_call &, const element_definition::reals &x) {
        return real(x[0]);
    };
    made.integer = [integer](const node_call &, const element_definition::integers &x) {
        return integer(x[0]);
    };
    made.element = [element](const node_call &, const element_definition::expressions &x) {
        return element(x[0]);
    };
    add(all, made);
}

expr zero_like(const expr &x) {
    return expr::literal(x.get_data_type(), 0);
}

/// -1, 0 or 1.
expr sign(const expr &x) {
    const auto number = [&](std::int64_t value) { return expr::literal(x.get_data_type(), value); };
    return is_signed(x.get_data_type())
               ? select(x > number(0), number(1), select(x < number(0), number(-1), number(0)))
               : select(x > number(0), number(1), number(0));
}

void add_powers(operator_table &all) {
    add_unary(
        all, "Exp", [](double x) { return std::exp(x); }, [](const expr &x) { return exp(x); }, 6);
    add_unary(
        all, "Log", [](double x) { return std::log(x); }, [](const expr &x) { return log(x); }, 6);
    add_unary(
        all, "Sqrt", [](double x) { return std::sqrt(x); }, [](const expr &x) { return sqrt(x); },
        6);
    add_unary(
        all, "Reciprocal", [](double x) { return 1 / x; }, [](const expr &x) { return 1.0f / x; },
        6);
    add_unary(
        all, "Erf", [](double x) { return std::erf(x); },
        [](const expr &x) { return error_function(x); }, 9);
}

void add_circular(operator_table &all) {
    add_unary(
        all, "Sin", [](double x) { return std::sin(x); }, [](const expr &x) { return sin(x); });
    add_unary(
        all, "Cos", [](double x) { return std::cos(x); }, [](const expr &x) { return cos(x); });
    add_unary(
        all, "Tan", [](double x) { return std::tan(x); }, [](const expr &x) { return tan(x); });
    add_unary(
        all, "Asin", [](double x) { return std::asin(x); }, [](const expr &x) { return asin(x); });
    add_unary(
        all, "Acos", [](double x) { return std::acos(x); }, [](const expr &x) { return acos(x); });
    add_unary(
        all, "Atan", [](double x) { return std::atan(x); }, [](const expr &x) { return atan(x); });
    add_unary(
        all, "Sinh", [](double x) { return std::sinh(x); }, [](const expr &x) { return sinh(x); });
    add_unary(
        all, "Cosh", [](double x) { return std::cosh(x); }, [](const expr &x) { return cosh(x); });
    add_unary(
        all, "Asinh", [](double x) { return std::asinh(x); },
        [](const expr &x) { return expr(o_asinh, x); });
    add_unary(
        all, "Acosh", [](double x) { return std::acosh(x); },
        [](const expr &x) { return expr(o_acosh, x); });
    add_unary(
        all, "Atanh", [](double x) { return std::atanh(x); },
        [](const expr &x) { return expr(o_atanh, x); });
}

void add_roundings(operator_table &all) {
    add_unary(
        all, "Floor", [](double x) { return std::floor(x); },
        [](const expr &x) { return floor(x); }, 6);
    add_unary(
        all, "Ceil", [](double x) { return std::ceil(x); }, [](const expr &x) { return ceil(x); },
        6);
    add_unary(
        all, "Round", [](double x) { return std::nearbyint(x); },
        [](const expr &x) { return round(x); }, 11);
}

} // namespace

void add_functions(operator_table &all) {
    add_powers(all);
    add_circular(all);
    add_roundings(all);
    using integer = std::int64_t;
    add_of_any(
        all, "Abs", [](double x) { return std::fabs(x); },
        [](integer x) { return x < 0 ? static_cast<integer>(-static_cast<std::uint64_t>(x)) : x; },
        [](const expr &x) {
            const bool may_be_below = is_signed(x.get_data_type());
            return is_float(x.get_data_type()) ? abs(x)
                   : may_be_below              ? select(x < zero_like(x), zero_like(x) - x, x)
                                               : x;
        });
    add_of_any(
        all, "Neg", [](double x) { return -x; },
        [](integer x) { return static_cast<integer>(-static_cast<std::uint64_t>(x)); },
        [](const expr &x) { return -x; });
    add_of_any(
        all, "Sign", [](double x) { return x > 0   ? 1.0
                                           : x < 0 ? -1.0
                                                   : 0.0; },
        [](integer x) -> integer { return x > 0   ? 1
                                          : x < 0 ? -1
                                                  : 0; },
        [](const expr &x) { return sign(x); });
}

} // namespace tiramisu::graph
