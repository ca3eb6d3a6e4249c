#pragma once

#include <cstdint>
#include <vector>

#include "tiramisu/graph/tensor.h"

// Elements of any type as numbers: what references compute with.

namespace tiramisu::graph {

/// Elements as floats of 64 bits; booleans are 0 and 1.
std::vector<double> reals_of(const tensor &values);

/// Numbers that hold floats of 64 bits and integers of 64 bits without loss.
using exact_numbers = std::vector<long double>;

exact_numbers exact_numbers_of(const tensor &values);

/// A tensor of these numbers. Floats become integers as in C++, those that do not fit the nearest
/// that does; booleans are what is not 0. Integers keep their lowest bits.
tensor tensor_of(const tensor_type &type, const std::vector<double> &numbers);
tensor tensor_of(const tensor_type &type, const exact_numbers &numbers);
tensor tensor_of(const tensor_type &type, const std::vector<std::int64_t> &numbers);

/// The number of a type in ONNX's list of element types, and the reverse, which throws refusal for
/// those that are not supported. Halves are floats.
std::int64_t number_of_type(primitive_t type);
primitive_t type_of_number(std::int64_t number);

} // namespace tiramisu::graph
