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

/// Whether a result of this type, of `terms` products that were summed up in float32 (0: of
/// integers), is as near to what it should be as the roundings of sums in any order, of a few
/// further operations and of the result allow. Integers of 32 bits are exact; smaller ones are
/// rounded, and end where the type does.
bool is_near(nn::element_type type, const bounded_sum &expected, int terms, double found);

} // namespace tiramisu::oracle
