#include "support/short_floats.h"

#include <cmath>
#include <limits>

namespace tiramisu::testing {

namespace {

struct float_bits {
    int exponent, fraction;

    int infinity() const { return ((1 << exponent) - 1) << fraction; }
};

float_bits format_of(primitive_t type) {
    return type == p_float16 ? float_bits{5, 10} : float_bits{8, 7};
}

/// Of positive bits; those of infinity stand for what would follow the largest number.
double magnitude(float_bits format, int bits) {
    const int bias = (1 << (format.exponent - 1)) - 1;
    const int exponent = bits >> format.fraction, fraction = bits % (1 << format.fraction);
    return exponent == 0
               ? std::ldexp(fraction, 1 - bias - format.fraction)
               : std::ldexp(fraction + (1 << format.fraction), exponent - bias - format.fraction);
}

} // namespace

float short_float_value(primitive_t type, std::uint16_t bits) {
    const float_bits format = format_of(type);
    const int positive = bits & 0x7fff;
    const double number = positive > format.infinity()    ? std::nan("")
                          : positive == format.infinity() ? std::numeric_limits<double>::infinity()
                                                          : magnitude(format, positive);
    return static_cast<float>(bits > 0x7fff ? -number : number);
}

std::uint16_t short_float_bits(primitive_t type, float number) {
    const float_bits format = format_of(type);
    const int sign = std::signbit(number) ? 0x8000 : 0;
    if (std::isnan(number)) {
        return static_cast<std::uint16_t>(sign | format.infinity() | 1 << (format.fraction - 1));
    }
    const auto wanted = static_cast<double>(std::abs(number));
    int below = 0, above = format.infinity(); // the number lies between them, or beyond the second
    while (above - below > 1) {
        const int middle = (below + above) / 2;
        (magnitude(format, middle) <= wanted ? below : above) = middle;
    }
    const double to_below = wanted - magnitude(format, below),
                 to_above = magnitude(format, above) - wanted;
    const bool goes_up = to_above < to_below || (to_above == to_below && below % 2 == 1);
    return static_cast<std::uint16_t>(sign | (goes_up ? above : below));
}

} // namespace tiramisu::testing
