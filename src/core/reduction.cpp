#include "core/reduction.h"

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

} // namespace

std::optional<reduction> as_reduction(const expr &value, const expr &element) {
    const op_t op = value.get_op_type();
    if (op != o_add && op != o_mul && op != o_min && op != o_max && op != o_sub) {
        return std::nullopt;
    }
    const expr &left = value.get_operand(0), &right = value.get_operand(1);
    if (left.is_equal(element)) {
        return op == o_sub ? reduction{o_add, -right} : reduction{op, right};
    }
    if (op != o_sub && right.is_equal(element)) {
        return reduction{op, left};
    }
    return std::nullopt;
}

void recognise_reduction(program_statement &statement) {
    const expr element(o_access, statement.buffer, statement.index,
                       statement.value.get_data_type());
    if (const auto found = as_reduction(statement.value, element)) {
        statement.reduction = found->op;
        statement.value = expr(found->op, element, found->operand);
    }
}

expr neutral_element(op_t op, primitive_t type) {
    return op == o_add   ? expr::literal(type, 0)
           : op == o_mul ? expr::literal(type, 1)
                         : limit(op, type);
}

} // namespace tiramisu::core
