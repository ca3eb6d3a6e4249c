#include "core/expr/expr_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace tiramisu::core {

namespace {

// Indexed by op_t.
const std::array<const char *, o_sync + 1> op_names = {
    "",       "-",     "+",       "-",        "*",       "/",     "%",    "max",   "min",
    "!",      "&&",    "||",      "==",       "!=",      "<",     "<=",   ">",     ">=",
    ">>",     "<<",    "select",  "lerp",     "cast",    "abs",   "sqrt", "exp",   "log",
    "pow",    "sin",   "cos",     "tan",      "asin",    "acos",  "atan", "sinh",  "cosh",
    "tanh",   "asinh", "acosh",   "atanh",    "sigmoid", "floor", "ceil", "round", "trunc",
    "access", "call",  "address", "allocate", "memcpy",  "sync"};

bool is_infix(op_t op) {
    return (op >= o_add && op <= o_mod) || (op >= o_logical_and && op <= o_left_shift);
}

/// As few digits as tell the number from all others of its type.
std::string shortest_text(const expr &value) {
    std::array<char, 32> text{};
    const double number = value.get_double_val();
    char *const begin = text.data(), *const end = begin + text.size();
    const auto written = value.get_data_type() == p_float32
                             ? std::to_chars(begin, end, static_cast<float>(number))
                             : std::to_chars(begin, end, number);
    return {begin, written.ptr};
}

std::string literal_text(const expr &value) {
    switch (value.get_data_type()) {
    case p_boolean: return value.get_int_val() != 0 ? "true" : "false";
    case p_float16:
    case p_bfloat16:
        return "cast(p_" + to_string(value.get_data_type()) + ", " +
               literal_text(expr::literal(p_float32, value.get_double_val())) + ")";
    case p_float32:
    case p_float64: {
        if (std::isinf(value.get_double_val())) {
            return value.get_double_val() > 0 ? "INFINITY" : "-INFINITY";
        }
        std::string digits = shortest_text(value);
        if (digits.find_first_of(".en") == std::string::npos) {
            digits += ".0";
        }
        return value.get_data_type() == p_float32 ? digits + "f" : digits;
    }
    case p_uint64: return std::to_string(static_cast<std::uint64_t>(value.get_int_val()));
    default: return std::to_string(value.get_int_val());
    }
}

std::string operand_text(const expr &value) {
    const bool parenthesised = value.get_expr_type() == e_op && is_infix(value.get_op_type());
    return parenthesised ? "(" + expr_text(value) + ")" : expr_text(value);
}

std::string operation_text(const expr &value) {
    const op_t op = value.get_op_type();
    if (is_infix(op)) {
        return operand_text(value.get_operand(0)) + " " + operator_text(op) + " " +
               operand_text(value.get_operand(1));
    }
    if (op == o_minus || op == o_logical_not) {
        return operator_text(op) + operand_text(value.get_operand(0));
    }
    if (op == o_cast) {
        return "cast(p_" + to_string(value.get_data_type()) + ", " +
               expr_text(value.get_operand(0)) + ")";
    }
    if (op == o_address || op == o_allocate) {
        return operator_text(op) + " of " + value.get_name();
    }
    if (op == o_memcpy) {
        return "memcpy(" + value.get_operand(0).get_name() + ", " +
               value.get_operand(1).get_name() + ")";
    }
    const std::string name = value.get_name().empty() ? operator_text(op) : value.get_name();
    return name + "(" + expr_list_text(value.get_operands()) + ")";
}

} // namespace

std::string operator_text(op_t op) {
    const auto number = static_cast<std::size_t>(op);
    return number < std::size(op_names) ? op_names[number]
                                        : "operation number " + std::to_string(number);
}

std::string expr_list_text(const std::vector<expr> &values) {
    std::string text;
    for (const expr &value : values) {
        text += (text.empty() ? "" : ", ") + expr_text(value);
    }
    return text;
}

std::string expr_text(const expr &value) {
    switch (value.get_expr_type()) {
    case e_none: return "(undefined)";
    case e_val: return literal_text(value);
    case e_var: return value.get_name();
    case e_op: return operation_text(value);
    }
    return "";
}

} // namespace tiramisu::core
