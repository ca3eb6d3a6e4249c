#include "core/program/reduction.h"

#include <limits>

namespace tiramisu::core {

namespace {

template <typename T>
expr limit(op_t op, primitive_t type) {
    using limits = std::numeric_limits<T>;
    if constexpr (limits::has_infinity) {
        return expr::literal(type, op == o_min ? limits::infinity() : -limits::infinity());
    } else {
        return expr::literal(type, op == o_min ? limits::max() : limits::lowest());
    }
}

expr limit(op_t op, primitive_t type) {
    switch (type) {
    case p_uint8: return limit<std::uint8_t>(op, type);
    case p_uint16: return limit<std::uint16_t>(op, type);
    case p_uint32: return limit<std::uint32_t>(op, type);
    case p_uint64: return limit<std::uint64_t>(op, type);
    case p_int8: return limit<std::int8_t>(op, type);
    case p_int16: return limit<std::int16_t>(op, type);
    case p_int32: return limit<std::int32_t>(op, type);
    case p_int64: return limit<std::int64_t>(op, type);
    default: return limit<double>(op, type);
    }
}

using element_test = std::function<bool(const expr &)>;

/// The operation of a reduction that the value may be: of a difference it is the sum.
op_t chain_operation(const expr &value) {
    switch (value.get_op_type()) {
    case o_add:
    case o_sub: return o_add;
    case o_mul: return o_mul;
    case o_min: return o_min;
    case o_max: return o_max;
    default: return o_none;
    }
}

/// The parts of a chain of `op`, operands in the order in which they are written.
std::optional<reduction> parts_of(const expr &chain, op_t op, const element_test &is_element) {
    if (chain_operation(chain) != op) {
        return std::nullopt;
    }
    const expr &left = chain.get_operand(0), &right = chain.get_operand(1);
    const bool is_difference = chain.get_op_type() == o_sub;
    if (is_element(left)) {
        return reduction{op, left, is_difference ? -right : right};
    }
    if (!is_difference && is_element(right)) {
        return reduction{op, right, left};
    }
    if (const auto inner = parts_of(left, op, is_element)) {
        return reduction{op, inner->element, expr(chain.get_op_type(), inner->operand, right)};
    }
    const auto inner = is_difference ? std::nullopt : parts_of(right, op, is_element);
    return inner ? std::optional(reduction{op, inner->element, expr(op, left, inner->operand)})
                 : std::nullopt;
}

/// Whether the value is op(element, e), element - e or op(e, element).
bool is_chain_of_two(const expr &value, const expr &element) {
    return value.get_operand(0).is_equal(element) ||
           (value.get_op_type() != o_sub && value.get_operand(1).is_equal(element));
}

} // namespace

std::optional<reduction> as_reduction(const expr &value,
                                      const std::function<bool(const expr &)> &is_element) {
    const op_t op = chain_operation(value);
    return op == o_none ? std::nullopt : parts_of(value, op, is_element);
}

std::optional<reduction> as_reduction(const expr &value, const expr &element) {
    return as_reduction(value, [&](const expr &operand) { return operand.is_equal(element); });
}

void recognise_reduction(program_statement &statement) {
    const expr element(o_access, statement.buffer, statement.index,
                       statement.value.get_data_type());
    const auto found = as_reduction(statement.value, element);
    if (!found) {
        return;
    }
    statement.reduction = found->op;
    if (is_chain_of_two(statement.value, element)) {
        statement.value = expr(found->op, element, found->operand);
    }
}

expr neutral_element(op_t op, primitive_t type) {
    return op == o_add   ? expr::literal(type, 0)
           : op == o_mul ? expr::literal(type, 1)
                         : limit(op, type);
}

} // namespace tiramisu::core
