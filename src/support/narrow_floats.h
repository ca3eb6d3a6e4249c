#pragma once

#include <cstdint>

namespace tiramisu::support {

/// The number that an IEEE float of 16 bits is: a sign, 5 bits of exponent, 10 of the fraction.
float half_value(std::uint16_t bits);

/// The same of a bfloat16, which is the upper half of a float.
float bfloat_value(std::uint16_t bits);

} // namespace tiramisu::support
