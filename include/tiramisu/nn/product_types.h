#pragma once

#include "tiramisu/nn/element_type.h"

namespace tiramisu::nn {

/// Of which types the elements of a product of two tensors are, such as of a matrix and a matrix,
/// or of an image and weights.
struct product_types {
    element_type left, right, result;

    /// What products are summed up in: f32 of floats, s32, modulo 2^32, of integers.
    element_type sums() const { return accumulation_type(left); }
    /// What biases are of, and what factors, biases and post-ops are computed in: s32 where the
    /// result is of s32, else f32. What is computed is rounded to the result's type once, to the
    /// nearest number, of two that are equally near to the even one; integers end at the smallest
    /// and the largest that the type has.
    element_type arithmetic() const {
        return result == element_type::s32 ? element_type::s32 : element_type::f32;
    }
    bool are_all(element_type type) const {
        return left == type && right == type && result == type;
    }
};

} // namespace tiramisu::nn
