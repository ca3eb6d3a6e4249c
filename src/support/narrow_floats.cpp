#include "support/narrow_floats.h"

#include <cmath>
#include <cstring>

namespace tiramisu::support {

float half_value(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 31  ? (fraction == 0 ? HUGE_VAL : NAN)
                        : exponent == 0 ? std::ldexp(fraction, -24)
                                        : std::ldexp(1024 + fraction, exponent - 25);
    return static_cast<float>((bits & 0x8000) != 0 ? -size : size);
}

float bfloat_value(std::uint16_t bits) {
    const std::uint32_t whole = static_cast<std::uint32_t>(bits) << 16;
    float value = 0;
    std::memcpy(&value, &whole, sizeof value);
    return value;
}

} // namespace tiramisu::support
