#include "core/derivative/rules.h"

#include <functional>
#include <map>

namespace tiramisu::core {

namespace {

/// An operation where its derivative is taken: f(a, b, c) is `v`, and `w` is the derivative by v.
struct operation {
    expr a, b, c, v, w;

    expr zero() const { return expr::literal(w.get_data_type(), 0); }
};

expr square(const expr &x) {
    return x * x;
}

/// The derivative by the operand where the condition chooses it.
expr chosen(const operation &f, const expr &condition) {
    return select(condition, f.w, f.zero());
}

expr not_chosen(const operation &f, const expr &condition) {
    return select(condition, f.zero(), f.w);
}

expr converted(const operation &f) {
    const primitive_t to = adjoint_type(f.a.get_data_type());
    return to == f.w.get_data_type() ? f.w : cast(to, f.w);
}

using partials = std::vector<expr>;
using rule = std::function<partials(const operation &)>;

// Where two operands of min or max are equal, the first one is the one that was chosen.
const std::map<op_t, rule> &rules() {
    static const std::map<op_t, rule> all = {
        {o_minus, [](const operation &f) -> partials { return {-f.w}; }},
        {o_add,
         [](const operation &f) -> partials {
             return {f.w, f.w};
         }},
        {o_sub,
         [](const operation &f) -> partials {
             return {f.w, -f.w};
         }},
        {o_mul,
         [](const operation &f) -> partials {
             return {f.w * f.b, f.w * f.a};
         }},
        {o_div,
         [](const operation &f) -> partials {
             return {f.w / f.b, -(f.w * f.v / f.b)};
         }},
        {o_max,
         [](const operation &f) -> partials {
             return {chosen(f, f.a >= f.b), not_chosen(f, f.a >= f.b)};
         }},
        {o_min,
         [](const operation &f) -> partials {
             return {chosen(f, f.a <= f.b), not_chosen(f, f.a <= f.b)};
         }},
        {o_lerp,
         [](const operation &f) -> partials {
             return {f.w * (1 - f.c), f.w * f.c, f.w * (f.b - f.a)};
         }},
        {o_cast, [](const operation &f) -> partials { return {converted(f)}; }},
        {o_abs, [](const operation &f) -> partials { return {select(f.a >= 0, f.w, -f.w)}; }},
        {o_sqrt, [](const operation &f) -> partials { return {f.w / (2 * f.v)}; }},
        {o_expo, [](const operation &f) -> partials { return {f.w * f.v}; }},
        {o_log, [](const operation &f) -> partials { return {f.w / f.a}; }},
        {o_pow,
         [](const operation &f) -> partials {
             return {f.w * f.b * pow(f.a, f.b - 1), f.w * f.v * log(f.a)};
         }},
        {o_sin, [](const operation &f) -> partials { return {f.w * cos(f.a)}; }},
        {o_cos, [](const operation &f) -> partials { return {-(f.w * sin(f.a))}; }},
        {o_tan, [](const operation &f) -> partials { return {f.w * (1 + square(f.v))}; }},
        {o_asin, [](const operation &f) -> partials { return {f.w / sqrt(1 - square(f.a))}; }},
        {o_acos, [](const operation &f) -> partials { return {-(f.w / sqrt(1 - square(f.a)))}; }},
        {o_atan, [](const operation &f) -> partials { return {f.w / (1 + square(f.a))}; }},
        {o_sinh, [](const operation &f) -> partials { return {f.w * cosh(f.a)}; }},
        {o_cosh, [](const operation &f) -> partials { return {f.w * sinh(f.a)}; }},
        {o_tanh, [](const operation &f) -> partials { return {f.w * (1 - square(f.v))}; }},
        {o_asinh, [](const operation &f) -> partials { return {f.w / sqrt(square(f.a) + 1)}; }},
        {o_acosh, [](const operation &f) -> partials { return {f.w / sqrt(square(f.a) - 1)}; }},
        {o_atanh, [](const operation &f) -> partials { return {f.w / (1 - square(f.a))}; }},
        {o_sigmoid, [](const operation &f) -> partials { return {f.w * f.v * (1 - f.v)}; }},
    };
    return all;
}

bool is_flat(op_t op) {
    return op == o_floor || op == o_ceil || op == o_round || op == o_trunc;
}

} // namespace

primitive_t adjoint_type(primitive_t value) {
    return is_short_float(value) ? p_float32 : value;
}

bool is_differentiable(const expr &node) {
    return is_float(node.get_data_type()) && !is_flat(node.get_op_type());
}

bool has_derivative(op_t op) {
    return rules().count(op) > 0;
}

std::vector<expr> operand_derivatives(const expr &node, const expr &value, const expr &weight) {
    const auto operand = [&](int at) {
        return at < node.get_n_arg() ? node.get_operand(at) : expr();
    };
    return rules().at(node.get_op_type())({operand(0), operand(1), operand(2), value, weight});
}

} // namespace tiramisu::core
