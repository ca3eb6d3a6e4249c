#pragma once

#include <cstdint>

#include "tiramisu/type.h"

namespace tiramisu::testing {

/// The number that 16 bits stand for.
float short_float_value(primitive_t type, std::uint16_t bits);

/// The bits of the nearest number to this one, of two that are equally near those that end with 0:
/// found among all numbers of the type.
std::uint16_t short_float_bits(primitive_t type, float number);

} // namespace tiramisu::testing
