#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "tiramisu/nn/element_type.h"

namespace tiramisu::oracle {

/// Numbers that the type has, as few digits of floats as it has, bytes of all values.
std::vector<float> random_elements(nn::element_type type, std::size_t count, std::mt19937 &source);

/// The bytes of numbers that the type has.
std::vector<std::uint8_t> bytes_of(nn::element_type type, const std::vector<float> &numbers);

/// The numbers that these bytes are.
std::vector<double> numbers_of(nn::element_type type, const std::vector<std::uint8_t> &bytes);

/// A sum of products, as it should be, and the sum of the sizes of what was added.
struct bounded_sum {
    double value = 0, magnitude = 0;

    void add(double term);
};

/// How far a result of this type, which was computed in float32 of `terms` products and a few
/// more, may be from `value`: what `terms` roundings of sums come to, in any order, and that of the
/// result. Integers of 32 bits are exact; smaller ones are rounded, and end where the type does.
bool is_near(nn::element_type type, const bounded_sum &expected, int terms, double found);

} // namespace tiramisu::oracle
