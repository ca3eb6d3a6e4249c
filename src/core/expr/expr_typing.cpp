#include "core/expr/expr_typing.h"

#include <cmath>
#include <limits>

#include "core/expr/expr_text.h"
#include "core/expr/float_formats.h"

namespace tiramisu::core {

namespace {

bool is_comparison(op_t op) {
    return op >= o_eq && op <= o_ge;
}

bool is_logical(op_t op) {
    return op == o_logical_and || op == o_logical_or || op == o_logical_not;
}

bool needs_float(op_t op) {
    return (op >= o_sqrt && op <= o_sigmoid) || (op >= o_floor && op <= o_trunc) || op == o_lerp;
}

[[noreturn]] void refuse(op_t op, const std::vector<expr> &operands, const std::string &problem) {
    throw user_error("expression", operator_text(op) + " of " + expr_list_text(operands), problem);
}

bool is_wide_index_pair(primitive_t a, primitive_t b) {
    return (a == p_int32 && b == p_int64) || (a == p_int64 && b == p_int32);
}

expr widened(const expr &value) {
    return value.get_data_type() == p_int64 ? value : expr(o_cast, p_int64, value);
}

/// How to write a value in another type: a literal of C's double as a float, anything else by cast.
std::string in_type(const expr &value, primitive_t type) {
    const std::string text = expr_text(value);
    const bool is_double = value.is_constant() && value.get_data_type() == p_float64;
    const bool fits = is_double && std::isfinite(static_cast<float>(value.get_double_val()));
    return fits && type == p_float32 ? text + "f" : "cast(p_" + to_string(type) + ", " + text + ")";
}

void unify_pair(op_t op, expr &a, expr &b, const std::vector<expr> &operands) {
    const primitive_t left = a.get_data_type(), right = b.get_data_type();
    if (left == right) {
        return;
    }
    if (b.is_constant() && is_exact(b, left)) {
        b = converted_literal(b, left);
    } else if (a.is_constant() && is_exact(a, right)) {
        a = converted_literal(a, right);
    } else if (is_wide_index_pair(left, right)) {
        a = widened(a);
        b = widened(b);
    } else {
        refuse(op, operands,
               "operands have types " + to_string(left) + " and " + to_string(right) +
                   "; they must be equal: write " + in_type(b, left) + " or " + in_type(a, right));
    }
}

void require_boolean(op_t op, const expr &value, const std::vector<expr> &operands) {
    if (value.get_data_type() != p_boolean) {
        refuse(op, operands,
               expr_text(value) + " has type " + to_string(value.get_data_type()) +
                   "; a condition has type boolean: compare it, for example with != 0");
    }
}

void convert_integer_operands(op_t op, std::vector<expr> &operands) {
    for (expr &operand : operands) {
        if (is_float(operand.get_data_type())) {
            continue;
        }
        if (!is_integer(operand.get_data_type())) {
            refuse(op, operands, "is not defined on type " + to_string(operand.get_data_type()));
        }
        operand = expr(o_cast, p_float32, operand);
    }
}

/// Operations compute in float32 what is stored in 16 bits; a choice is none.
void widen_short_floats(op_t op, std::vector<expr> &operands) {
    const bool is_choice_of_equals =
        op == o_select && operands[1].get_data_type() == operands[2].get_data_type();
    for (expr &operand : operands) {
        if (is_short_float(operand.get_data_type()) && !is_choice_of_equals) {
            operand = expr(o_cast, p_float32, operand);
        }
    }
}

void require_arity(op_t op, const std::vector<expr> &operands) {
    if (op == o_none || op >= o_access || op == o_cast) {
        refuse(
            op, operands,
            "is no operation on values; write call() for a C function, C(i) for the element of a "
            "computation, cast() for a conversion");
    }
    if (operands.size() != arity(op)) {
        refuse(op, operands,
               "takes " + std::to_string(arity(op)) + " operands, not " +
                   std::to_string(operands.size()));
    }
    require_values(op, operands);
}

std::string types_up_to(primitive_t last) {
    std::string text;
    for (int type = p_boolean; type < last; ++type) {
        text += (text.empty() ? "p_" : ", p_") + to_string(static_cast<primitive_t>(type));
    }
    return text + " or p_" + to_string(last);
}

} // namespace

bool is_no_value(const expr &node) {
    const op_t op = node.get_op_type();
    return op == o_address || op == o_allocate || op == o_memcpy || op == o_sync;
}

void require_values(op_t op, const std::vector<expr> &operands) {
    for (const expr &operand : operands) {
        if (!operand.is_defined()) {
            refuse(op, operands, "an operand is undefined: give it a value first");
        }
        if (is_no_value(operand)) {
            refuse(op, operands,
                   expr_text(operand) +
                       " has no value; an address is an argument of call(), and what runs or has a "
                       "place in the order alone is the expression of a computation");
        }
    }
}

std::size_t arity(op_t op) {
    if (op == o_select || op == o_lerp) {
        return 3;
    }
    const bool is_binary =
        (op >= o_add && op <= o_min) || op == o_pow || (op >= o_logical_and && op <= o_left_shift);
    return is_binary ? 2 : 1;
}

bool is_exact(const expr &literal, primitive_t type) {
    if (type == p_none || (literal.get_data_type() == p_boolean) != (type == p_boolean)) {
        return false;
    }
    if (is_float(literal.get_data_type())) {
        const double value = literal.get_double_val();
        return is_float(type) && (std::isnan(value) || rounded_to(type, value) == value);
    }
    const std::int64_t value = literal.get_int_val();
    const bool is_beyond_int64 = literal.get_data_type() == p_uint64 && value < 0;
    if (is_float(type)) {
        // Every integer up to here is a value of the type.
        const std::int64_t limit = std::int64_t{1} << significant_bits(type);
        return !is_beyond_int64 && -limit <= value && value <= limit;
    }
    const bool signs_agree = is_signed(literal.get_data_type()) == is_signed(type) || value >= 0;
    return signs_agree && converted_literal(literal, type).get_int_val() == value;
}

expr converted_literal(const expr &literal, primitive_t type) {
    if (is_float(literal.get_data_type())) {
        return expr::literal(type, literal.get_double_val());
    }
    return literal.get_data_type() == p_uint64
               ? expr::literal(type, static_cast<std::uint64_t>(literal.get_int_val()))
               : expr::literal(type, literal.get_int_val());
}

primitive_t unify_operands(op_t op, std::vector<expr> &operands) {
    require_arity(op, operands);
    widen_short_floats(op, operands);
    if (needs_float(op)) {
        convert_integer_operands(op, operands);
    }
    if (op == o_select) {
        require_boolean(op, operands[0], operands);
        unify_pair(op, operands[1], operands[2], operands);
        return operands[1].get_data_type();
    }
    for (std::size_t i = 1; i < operands.size(); ++i) {
        unify_pair(op, operands[0], operands[i], operands);
    }
    if (is_logical(op)) {
        for (const expr &operand : operands) {
            require_boolean(op, operand, operands);
        }
        return p_boolean;
    }
    if (is_comparison(op)) {
        return p_boolean;
    }
    const primitive_t type = operands[0].get_data_type();
    if (type == p_boolean) {
        refuse(op, operands, "is not defined on booleans: cast them first");
    }
    if (op == o_mod && is_float(type)) {
        refuse(op, operands,
               "is defined on integers only, not " + to_string(type) +
                   "; write a - b * floor(a / b) for what is left of a / b");
    }
    if ((op == o_left_shift || op == o_right_shift) && is_float(type)) {
        refuse(op, operands, "shifts integers only, not " + to_string(type));
    }
    return type;
}

std::string types_of_values() {
    return types_up_to(p_bfloat16);
}

void require_type(const std::string &subject, const std::string &call, primitive_t type,
                  source_place where) {
    const int number = static_cast<int>(type);
    if (number < p_none || number > p_bfloat16) {
        throw user_error(subject, call,
                         "number " + std::to_string(number) + " is no type; types are " +
                             types_of_values(),
                         where);
    }
}

std::string types_of_scalars() {
    return types_up_to(p_float64);
}

} // namespace tiramisu::core
