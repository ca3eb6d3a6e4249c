#pragma once

#include <string>

#include "graph/operators/expansion.h"

// Products of integers of 8 bits, which layers add up in 32 bits. With zero points,
//
//     sum of (a - za) (b - zb) = sum of a b - za * sum of b - zb * sum of (a - za),
//
// where the sums of constants are constants.

namespace tiramisu::graph {

/// Integers of 8 bits, and what is to be subtracted from them: integers of 32 bits beside them, or
/// nothing.
struct offset_bytes {
    std::string values, zero;
};

bool is_byte(primitive_t type);

/// Zero points are a part of constant weights as far as these fit 8 bits without. What is left of
/// u8 becomes s8, since processors multiply one of each.
offset_bytes weights_in_bytes(expansion &to, const std::string &weights, const std::string &zero);

/// What is multiplied by s8: s8 becomes u8, with another zero point.
offset_bytes factors_of_s8(expansion &to, const offset_bytes &of);

/// MatMulInteger.
void multiply_integers(expansion &to);
/// MatMul, of numbers that were made of integers.
bool multiply_quantized(expansion &to);

/// ConvInteger.
void convolve_integers(expansion &to);
/// Whether a ConvInteger is a layer: by constant filters, of enough channels that the instructions
/// which multiply integers take fewer steps than those of floats.
bool is_byte_convolution(const node_call &call);
/// Conv, of an image and filters that were made of integers.
bool convolve_quantized(expansion &to);

} // namespace tiramisu::graph
