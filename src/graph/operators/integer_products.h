#pragma once

#include <functional>
#include <string>

#include "graph/operators/expansion.h"
#include "graph/operators/operator.h"

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
/// Whether it is a MatMulInteger or a ConvInteger, whose factors are of 8 bits and sums of 32.
bool is_of_bytes(const node_call &call);
/// Of the result of these, or of the operators of floats that they are beside.
primitive_t elements_of_sums(const node_call &call);
/// The row of such an operator beside that of floats, whose types, reference and steps know both.
operator_row integer_row(operator_row of_floats, const std::string &name,
                         std::function<void(expansion &)> expand,
                         std::function<bool(const node_call &)> expands);

/// Sums of so many products of 8 bits fit 32 bits.
constexpr std::int64_t most_byte_products = 32768;

/// Zero points beside integers, in 32 bits; nothing where all are 0.
std::string zeros_beside(expansion &to, const std::string &zero, const std::string &x,
                         std::int64_t axis);
/// Integers without these, in a type that holds them.
std::string centred(expansion &to, const offset_bytes &of, primitive_t type);

/// Zero points are a part of constant weights as far as these fit 8 bits without. What is left of
/// u8 becomes s8, since processors multiply one of each.
offset_bytes weights_in_bytes(expansion &to, const std::string &weights, const std::string &zero);

/// What is multiplied by weights: beside constants of s8, s8 becomes u8, with another zero point.
offset_bytes factors_beside(expansion &to, const offset_bytes &of, const std::string &weights);

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
