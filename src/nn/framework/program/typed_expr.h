#pragma once

#include "tiramisu/expr.h"
#include "tiramisu/nn/element_type.h"

namespace tiramisu::nn {

/// A value of the language as one of this type, which has all its numbers: itself where it is one.
expr widened(primitive_t type, const expr &value);

/// 0 of this type.
expr zero_of(primitive_t type);

/// A float32 or an int32 as it is stored in memory of this type, itself where it is of it: rounded
/// to the nearest number, of two that are equally near to the even one. Of 8-bit integers, what is
/// beyond the smallest or the largest becomes that.
expr rounded_to(element_type type, const expr &value);

} // namespace tiramisu::nn
