#include "nn/framework/program/typed_expr.h"

#include "nn/framework/program/kernel.h"

namespace tiramisu::nn {

expr widened(primitive_t type, const expr &value) {
    return value.get_data_type() == type ? value : cast(type, value);
}

// There are no literals of 16-bit floats.
expr zero_of(primitive_t type) {
    return is_short_float(type) ? cast(type, 0.0f) : value_cast(type, 0);
}

expr rounded_to(element_type type, const expr &value) {
    if (value.get_data_type() == primitive_of(type)) {
        return value;
    }
    switch (type) {
    case element_type::s8: return cast(p_int8, clamp(round(value), -128.0f, 127.0f));
    case element_type::u8: return cast(p_uint8, clamp(round(value), 0.0f, 255.0f));
    default: return widened(primitive_of(type), value);
    }
}

} // namespace tiramisu::nn
