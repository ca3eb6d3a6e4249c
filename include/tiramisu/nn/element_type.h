#pragma once

#include <cstddef>
#include <string>

#include "tiramisu/error.h"

namespace tiramisu::nn {

/// What the elements of tensors are. A layer's problem names one for all of its tensors, and
/// solvers say which they compute: today f32.
enum class element_type {
    f32,  ///< IEEE 754 single
    f16,  ///< IEEE 754 half
    bf16, ///< the upper half of an f32
    s32,
    s8,
    u8
};

/// "f32", "f16", "bf16", "s32", "s8", "u8".
std::string to_string(element_type which);
/// The reverse. Throws user_error.
element_type parse_element_type(const std::string &text,
                                source_place where = source_place::current());

std::size_t bytes_of(element_type which);
/// What sums of products are kept in until they are stored, and what biases are: f32 for floats,
/// s32 for integers.
element_type accumulation_type(element_type which);
/// The largest error of a result that counts in find(), over the largest value: about that of the
/// type's own rounding and of sums in another order. Transforms that lose some digits of f32 are
/// within its.
double tolerance_of(element_type which);

} // namespace tiramisu::nn
