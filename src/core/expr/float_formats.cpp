#include "core/expr/float_formats.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tiramisu/error.h"

namespace tiramisu::core {

namespace {

struct float_format {
    int significant_bits;
    int least_exponent; ///< of a normal number
    double largest;
};

const float_format &format_of(primitive_t type) {
    static constexpr float_format half{11, -14, 65504.0}, brain{8, -126, 0x1.fep127},
        single{24, -126, std::numeric_limits<float>::max()},
        twice{53, -1022, std::numeric_limits<double>::max()};
    switch (type) {
    case p_float16: return half;
    case p_bfloat16: return brain;
    case p_float32: return single;
    case p_float64: return twice;
    default: throw internal_error(to_string(type) + " was taken for a float");
    }
}

double rounded_to_short(const float_format &format, double number) {
    if (number == 0 || !std::isfinite(number)) {
        return number;
    }
    const int exponent = std::max(std::ilogb(number), format.least_exponent);
    const int last_bit = exponent - format.significant_bits + 1;
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(number, -last_bit)), last_bit);
    return std::abs(rounded) <= format.largest
               ? rounded
               : std::copysign(std::numeric_limits<double>::infinity(), number);
}

} // namespace

int significant_bits(primitive_t type) {
    return format_of(type).significant_bits;
}

double rounded_to(primitive_t type, double number) {
    const float_format &format = format_of(type);
    if (type == p_float64) {
        return number;
    }
    const auto single = static_cast<double>(static_cast<float>(number));
    return type == p_float32 ? single : rounded_to_short(format, single);
}

bool is_by_way_of_float32(primitive_t from, primitive_t to) {
    return (is_short_float(from) || is_short_float(to)) && from != to && from != p_float32 &&
           to != p_float32;
}

} // namespace tiramisu::core
