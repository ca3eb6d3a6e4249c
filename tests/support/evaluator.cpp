#include "support/evaluator.h"

#include <cmath>
#include <limits>

#include "support/short_floats.h"

namespace tiramisu::oracle {

namespace {

int bits_of(primitive_t type) {
    return 8 * size_in_bytes(type);
}

bool is_signed_integer(primitive_t type) {
    return is_integer(type) && is_signed(type);
}

std::uint64_t bits(const value &x) {
    return static_cast<std::uint64_t>(x.integer);
}

value boolean(bool truth) {
    return value::of_integer(p_boolean, truth ? 1 : 0);
}

bool is_true(const value &x) {
    return is_float(x.type) ? x.real != 0 : x.integer != 0;
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

value divide(const value &a, const value &b) {
    if (b.integer == 0) {
        return value::of_integer(a.type, 0);
    }
    if (!is_signed(a.type)) {
        return value::of_bits(a.type, bits(a) / bits(b));
    }
    return b.integer == -1 ? value::of_bits(a.type, -bits(a))
                           : value::of_integer(a.type, floor_divide(a.integer, b.integer));
}

value remainder(const value &a, const value &b) {
    if (b.integer == 0) {
        return value::of_integer(a.type, 0);
    }
    return value::of_bits(a.type, bits(a) - bits(b) * bits(divide(a, b)));
}

value shift(op_t op, const value &a, const value &b) {
    const int amount = static_cast<int>(bits(b) & static_cast<std::uint64_t>(bits_of(a.type) - 1));
    if (op == o_left_shift) {
        return value::of_bits(a.type, bits(a) << amount);
    }
    return is_signed(a.type) ? value::of_integer(a.type, a.integer >> amount)
                             : value::of_bits(a.type, bits(a) >> amount);
}

/// -1, 0 or 1; 2 if one is not a number.
int compare(const value &a, const value &b) {
    if (is_float(a.type)) {
        return a.real < b.real ? -1 : a.real > b.real ? 1 : a.real == b.real ? 0 : 2;
    }
    if (is_signed_integer(a.type)) {
        return a.integer < b.integer ? -1 : a.integer > b.integer ? 1 : 0;
    }
    return bits(a) < bits(b) ? -1 : bits(a) > bits(b) ? 1 : 0;
}

bool holds(op_t op, int order) {
    switch (op) {
    case o_eq: return order == 0;
    case o_ne: return order != 0;
    case o_lt: return order == -1;
    case o_le: return order == -1 || order == 0;
    case o_gt: return order == 1;
    default: return order == 1 || order == 0;
    }
}

value integer_arithmetic(op_t op, const value &a, const value &b) {
    switch (op) {
    case o_add: return value::of_bits(a.type, bits(a) + bits(b));
    case o_sub: return value::of_bits(a.type, bits(a) - bits(b));
    case o_mul: return value::of_bits(a.type, bits(a) * bits(b));
    case o_div: return divide(a, b);
    case o_mod: return remainder(a, b);
    default: return shift(op, a, b);
    }
}

template <typename Float>
Float float_arithmetic(op_t op, Float a, Float b) {
    switch (op) {
    case o_add: return a + b;
    case o_sub: return a - b;
    case o_mul: return a * b;
    case o_div: return a / b;
    case o_mod: return a - b * std::floor(a / b);
    default: return std::pow(a, b);
    }
}

template <typename Float>
Float float_function(op_t op, Float x) {
    switch (op) {
    case o_sqrt: return std::sqrt(x);
    case o_expo: return std::exp(x);
    case o_log: return std::log(x);
    case o_sin: return std::sin(x);
    case o_cos: return std::cos(x);
    case o_tan: return std::tan(x);
    case o_asin: return std::asin(x);
    case o_acos: return std::acos(x);
    case o_atan: return std::atan(x);
    case o_sinh: return std::sinh(x);
    case o_cosh: return std::cosh(x);
    case o_tanh: return std::tanh(x);
    case o_asinh: return std::asinh(x);
    case o_acosh: return std::acosh(x);
    case o_atanh: return std::atanh(x);
    case o_sigmoid: return Float(1) / (Float(1) + std::exp(-x));
    case o_floor: return std::floor(x);
    case o_ceil: return std::ceil(x);
    case o_round: return std::nearbyint(x);
    case o_trunc: return std::trunc(x);
    default: throw meaningless("the oracle knows no operation " + std::to_string(op));
    }
}

value unary(op_t op, const value &x) {
    if (op == o_logical_not) {
        return boolean(!is_true(x));
    }
    if (!is_float(x.type)) {
        const bool negate = op == o_minus || (is_signed(x.type) && x.integer < 0);
        return value::of_bits(x.type, negate ? -bits(x) : bits(x));
    }
    if (op == o_minus) {
        return value::of_real(x.type, -x.real);
    }
    if (op == o_abs) {
        return value::of_real(x.type, std::abs(x.real));
    }
    return value::of_real(x.type,
                          x.type == p_float32
                              ? static_cast<double>(float_function(op, static_cast<float>(x.real)))
                              : float_function(op, x.real));
}

value binary(op_t op, value a, value b) {
    if (a.type != b.type) {
        const primitive_t wide = size_in_bytes(a.type) > size_in_bytes(b.type) ? a.type : b.type;
        a = convert(a, wide);
        b = convert(b, wide);
    }
    if (op >= o_eq && op <= o_ge) {
        return boolean(holds(op, compare(a, b)));
    }
    if (op == o_max || op == o_min) {
        return (compare(a, b) == -1) == (op == o_min) ? a : b;
    }
    if (!is_float(a.type)) {
        return integer_arithmetic(op, a, b);
    }
    return value::of_real(a.type,
                          a.type == p_float32
                              ? static_cast<double>(float_arithmetic(op, static_cast<float>(a.real),
                                                                     static_cast<float>(b.real)))
                              : float_arithmetic(op, a.real, b.real));
}

value lerp(const value &zero, const value &one, const value &weight) {
    const value rest = binary(o_sub, value::of_real(weight.type, 1), weight);
    return binary(o_add, binary(o_mul, zero, rest), binary(o_mul, one, weight));
}

value literal(const expr_node &node) {
    return is_float(node.type) ? value::of_real(node.type, node.real)
                               : value::of_integer(node.type, node.integer);
}

value variable(const expr_node &node, const environment &names) {
    const auto found = names.scalars.find(node.name);
    if (found == names.scalars.end()) {
        throw meaningless("nothing is known by the name \"" + node.name + "\"");
    }
    return convert(found->second, node.type);
}

value looked_at(const expr &used, const expr &unused, const environment &names) {
    if (names.passed_over) {
        names.passed_over(unused);
    }
    return evaluate(used, names);
}

value operation(const expr_node &node, const environment &names) {
    if (node.op == o_access) {
        environment::index at;
        for (const expr &operand : node.operands) {
            at.push_back(evaluate_integer(operand, names));
        }
        return convert(names.read(node.name, at), node.type);
    }
    const value first = node.operands.empty() ? value() : evaluate(node.operands[0], names);
    if (node.op == o_logical_and || node.op == o_logical_or) {
        const bool is_decided = is_true(first) == (node.op == o_logical_or);
        if (is_decided && names.passed_over) {
            names.passed_over(node.operands[1]);
        }
        return boolean(is_decided ? is_true(first) : is_true(evaluate(node.operands[1], names)));
    }
    if (node.op == o_select) {
        const std::size_t arm = is_true(first) ? 1 : 2;
        return convert(looked_at(node.operands[arm], node.operands[3 - arm], names), node.type);
    }
    std::vector<value> operands;
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
        operands.push_back(i == 0 ? first : evaluate(node.operands[i], names));
    }
    switch (node.op) {
    case o_call: return convert(names.call(node.name, operands), node.type);
    case o_cast: return convert(first, node.type);
    case o_lerp: return lerp(operands[0], operands[1], operands[2]);
    default: break;
    }
    return convert(operands.size() == 1 ? unary(node.op, first)
                                        : binary(node.op, first, operands[1]),
                   node.type);
}

std::int64_t truncated(const value &number, primitive_t type) {
    const double whole = std::trunc(number.real);
    const int width = bits_of(type) - (is_signed(type) ? 1 : 0);
    const double limit = std::ldexp(1.0, width);
    if (!(whole < limit && whole >= (is_signed(type) ? -limit : 0.0))) {
        throw meaningless("conversion of " + number.to_string() + " to " + to_string(type));
    }
    return type == p_uint64 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(whole))
                            : static_cast<std::int64_t>(whole);
}

} // namespace

value value::of_bits(primitive_t type, std::uint64_t bits) {
    value result;
    result.type = type;
    switch (type) {
    case p_boolean: result.integer = (bits & 0xff) != 0 ? 1 : 0; break;
    case p_uint8: result.integer = static_cast<std::uint8_t>(bits); break;
    case p_uint16: result.integer = static_cast<std::uint16_t>(bits); break;
    case p_uint32: result.integer = static_cast<std::uint32_t>(bits); break;
    case p_int8: result.integer = static_cast<std::int8_t>(bits); break;
    case p_int16: result.integer = static_cast<std::int16_t>(bits); break;
    case p_int32: result.integer = static_cast<std::int32_t>(bits); break;
    case p_uint64:
    case p_int64: result.integer = static_cast<std::int64_t>(bits); break;
    default: throw meaningless("no integer type: " + tiramisu::to_string(type));
    }
    return result;
}

value value::of_real(primitive_t type, double number) {
    value result;
    result.type = type;
    if (is_short_float(type)) {
        const std::uint16_t bits = testing::short_float_bits(type, static_cast<float>(number));
        result.real = static_cast<double>(testing::short_float_value(type, bits));
    } else {
        result.real = type == p_float32 ? static_cast<double>(static_cast<float>(number)) : number;
    }
    return result;
}

bool value::operator==(const value &other) const {
    return type == other.type && integer == other.integer &&
           (real == other.real || (std::isnan(real) && std::isnan(other.real)));
}

std::string value::to_string() const {
    if (is_float(type)) {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", real);
        return text;
    }
    return type == p_uint64 ? std::to_string(bits(*this)) : std::to_string(integer);
}

value convert(const value &number, primitive_t type) {
    if (number.type == type) {
        return number;
    }
    if (type == p_boolean) {
        return boolean(is_true(number));
    }
    if (is_float(type)) {
        if (is_float(number.type)) {
            return value::of_real(type, number.real);
        }
        if (type == p_float32) { // rounded once
            return value::of_real(type,
                                  number.type == p_uint64
                                      ? static_cast<double>(static_cast<float>(bits(number)))
                                      : static_cast<double>(static_cast<float>(number.integer)));
        }
        return value::of_real(type, number.type == p_uint64 ? static_cast<double>(bits(number))
                                                            : static_cast<double>(number.integer));
    }
    return is_float(number.type) ? value::of_integer(type, truncated(number, type))
                                 : value::of_bits(type, bits(number));
}

value evaluate(const expr &expression, const environment &names) {
    const expr_node *node = expression.node();
    switch (node ? node->kind : e_none) {
    case e_val: return literal(*node);
    case e_var: return variable(*node, names);
    case e_op: return operation(*node, names);
    case e_none: break;
    }
    throw meaningless("an undefined expression has no value");
}

std::int64_t evaluate_integer(const expr &expression, const environment &names) {
    const value result = evaluate(expression, names);
    if (is_float(result.type)) {
        throw meaningless("an index is not an integer: " + expression.to_str());
    }
    return result.integer;
}

} // namespace tiramisu::oracle
