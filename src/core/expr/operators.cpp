#include "tiramisu/expr.h"

// The operators and functions that make expressions of others.

namespace tiramisu {

namespace {

void require_c_type(const std::string &function, primitive_t type, source_place where) {
    if (is_short_float(type)) {
        throw user_error("expression", "call(\"" + function + "\", ...)",
                         "C functions take and return no " + to_string(type) +
                             "; pass cast(p_float32, ...), or cast what is returned",
                         where);
    }
}

} // namespace

expr operator-(const located_expr &value) {
    return expr(o_minus, value.value(), value.where());
}

expr operator!(const located_expr &value) {
    return expr(o_logical_not, value.value(), value.where());
}

expr operator+(const located_expr &left, const located_expr &right) {
    return expr(o_add, left.value(), right.value(), left.where());
}
expr operator-(const located_expr &left, const located_expr &right) {
    return expr(o_sub, left.value(), right.value(), left.where());
}
expr operator*(const located_expr &left, const located_expr &right) {
    return expr(o_mul, left.value(), right.value(), left.where());
}
expr operator/(const located_expr &left, const located_expr &right) {
    return expr(o_div, left.value(), right.value(), left.where());
}
expr operator%(const located_expr &left, const located_expr &right) {
    return expr(o_mod, left.value(), right.value(), left.where());
}
expr operator>>(const located_expr &left, const located_expr &right) {
    return expr(o_right_shift, left.value(), right.value(), left.where());
}
expr operator<<(const located_expr &left, const located_expr &right) {
    return expr(o_left_shift, left.value(), right.value(), left.where());
}
expr operator&&(const located_expr &left, const located_expr &right) {
    return expr(o_logical_and, left.value(), right.value(), left.where());
}
expr operator||(const located_expr &left, const located_expr &right) {
    return expr(o_logical_or, left.value(), right.value(), left.where());
}
expr operator==(const located_expr &left, const located_expr &right) {
    return expr(o_eq, left.value(), right.value(), left.where());
}
expr operator!=(const located_expr &left, const located_expr &right) {
    return expr(o_ne, left.value(), right.value(), left.where());
}
expr operator<(const located_expr &left, const located_expr &right) {
    return expr(o_lt, left.value(), right.value(), left.where());
}
expr operator<=(const located_expr &left, const located_expr &right) {
    return expr(o_le, left.value(), right.value(), left.where());
}
expr operator>(const located_expr &left, const located_expr &right) {
    return expr(o_gt, left.value(), right.value(), left.where());
}
expr operator>=(const located_expr &left, const located_expr &right) {
    return expr(o_ge, left.value(), right.value(), left.where());
}

expr cast(primitive_t type, const expr &value, source_place where) {
    return expr(o_cast, type, value, where);
}
expr min(const expr &left, const expr &right, source_place where) {
    return expr(o_min, left, right, where);
}
expr max(const expr &left, const expr &right, source_place where) {
    return expr(o_max, left, right, where);
}
expr select(const expr &condition, const expr &if_true, const expr &if_false, source_place where) {
    return expr(o_select, condition, if_true, if_false, where);
}
expr clamp(const expr &value, const expr &lowest, const expr &highest, source_place where) {
    return min(max(value, lowest, where), highest, where);
}
expr abs(const expr &value, source_place where) {
    return expr(o_abs, value, where);
}
expr sqrt(const expr &value, source_place where) {
    return expr(o_sqrt, value, where);
}
expr exp(const expr &value, source_place where) {
    return expr(o_expo, value, where);
}
expr log(const expr &value, source_place where) {
    return expr(o_log, value, where);
}
expr pow(const expr &base, const expr &exponent, source_place where) {
    return expr(o_pow, base, exponent, where);
}
expr sin(const expr &value, source_place where) {
    return expr(o_sin, value, where);
}
expr cos(const expr &value, source_place where) {
    return expr(o_cos, value, where);
}
expr tan(const expr &value, source_place where) {
    return expr(o_tan, value, where);
}
expr asin(const expr &value, source_place where) {
    return expr(o_asin, value, where);
}
expr acos(const expr &value, source_place where) {
    return expr(o_acos, value, where);
}
expr atan(const expr &value, source_place where) {
    return expr(o_atan, value, where);
}
expr sinh(const expr &value, source_place where) {
    return expr(o_sinh, value, where);
}
expr cosh(const expr &value, source_place where) {
    return expr(o_cosh, value, where);
}
expr tanh(const expr &value, source_place where) {
    return expr(o_tanh, value, where);
}
expr sigmoid(const expr &value, source_place where) {
    return expr(o_sigmoid, value, where);
}
expr floor(const expr &value, source_place where) {
    return expr(o_floor, value, where);
}
expr ceil(const expr &value, source_place where) {
    return expr(o_ceil, value, where);
}
expr round(const expr &value, source_place where) {
    return expr(o_round, value, where);
}
expr trunc(const expr &value, source_place where) {
    return expr(o_trunc, value, where);
}

expr call(const std::string &name, const std::vector<expr> &arguments, primitive_t result,
          source_place where) {
    for (const expr &argument : arguments) {
        require_c_type(name, argument.get_data_type(), where);
    }
    require_c_type(name, result, where);
    return expr(o_call, name, arguments, result, where);
}

} // namespace tiramisu
