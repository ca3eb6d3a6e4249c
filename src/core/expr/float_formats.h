#pragma once

#include "tiramisu/type.h"

namespace tiramisu::core {

/// Bits of the significand of a float type, the hidden one included.
int significant_bits(primitive_t type);

/// What a float type holds of a number: the nearest of its values, of two that are equally near the
/// one that ends with a 0 bit, infinity beyond the largest (IEEE 754, 4.3.1). Numbers get into 16
/// bits by way of float32, as when a program runs.
double rounded_to(primitive_t type, double number);

/// Whether a conversion between these types is one to float32 and one from it: all of those of
/// 16-bit floats are.
bool is_by_way_of_float32(primitive_t from, primitive_t to);

} // namespace tiramisu::core
