#include "core/expr/integer_lerp.h"

namespace tiramisu::core {

namespace {

/// A type that holds a product of both and a bit more; p_none if there is none.
primitive_t type_of_products(primitive_t value, primitive_t weight) {
    const int bytes = size_in_bytes(value) + size_in_bytes(weight);
    return bytes < 4 ? p_int32 : bytes < 8 ? p_int64 : p_none;
}

bool is_weight(primitive_t type) {
    return is_integer(type) && !is_signed(type);
}

} // namespace

std::optional<expr> integer_lerp(const expr &zero, const expr &one, const expr &weight) {
    const primitive_t type = zero.get_data_type();
    if (!is_integer(type) || one.get_data_type() != type || !is_weight(weight.get_data_type())) {
        return std::nullopt;
    }
    const primitive_t wide = type_of_products(type, weight.get_data_type());
    if (wide == p_none || !zero.is_defined() || !one.is_defined() || !weight.is_defined()) {
        return std::nullopt;
    }
    const std::int64_t most = (std::int64_t{1} << (8 * size_in_bytes(weight.get_data_type()))) - 1;
    const expr largest = expr::literal(wide, most), half = expr::literal(wide, most / 2);
    const expr share = cast(wide, weight);
    const expr sum = cast(wide, zero) * (largest - share) + cast(wide, one) * share;
    return cast(type, (sum + half) / largest);
}

} // namespace tiramisu::core
