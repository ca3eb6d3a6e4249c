#pragma once

#include <array>
#include <vector>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// A matrix of integers, row by row.
using integer_matrix = std::vector<std::vector<int>>;

/// The determinant of a square matrix, exact however large it is.
isl::val determinant(isl::ctx ctx, const integer_matrix &matrix);

/// The determinant is 1 or -1: the matrix maps the integer points onto themselves, one to one.
bool is_unimodular(isl::ctx ctx, const integer_matrix &matrix);

/// Numbers c, d with a*d - b*c = 1, for coprime a and b: those with the smallest positive d, so
/// that loops keep their direction where a and b are positive (1, 1 gives 0, 1).
std::array<int, 2> unimodular_completion(int a, int b);

} // namespace tiramisu::poly
