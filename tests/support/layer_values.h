#pragma once

#include <random>
#include <vector>

#include "tiramisu/nn/post_op.h"

namespace tiramisu::oracle {

/// Floats from -1 to 1, of three digits.
std::vector<float> random_floats(std::size_t count, std::mt19937 &source);

/// Where a matrix stored row by row has an element.
std::size_t place(int row, int column, int columns);

/// `value` after a post-op of single values.
double after_post_op(const nn::post_op &op, double value, double residual = 0);

} // namespace tiramisu::oracle
