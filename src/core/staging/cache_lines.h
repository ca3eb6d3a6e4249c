#pragma once

#include <cstddef>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// Of the caches of x86-64 processors, and of most for AArch64.
constexpr long bytes_in_line = 64;

/// Along which dimension of some values a line of the caches holds neighbours.
struct line_of_values {
    std::size_t dim = 0;
    long elements = 1; ///< that surely share one; 1: every element is taken for a line of its own
};

/// The dimension `v` of an input or a stored computation whose neighbours are neighbours in memory:
/// the last index of the buffer is v, or v % n in blocks of n elements, which the other indices
/// choose by v / n. In blocks of no whole lines, neighbours are taken by a common divisor of a
/// block and a line. The last dimension with one element a line if there is none.
line_of_values line_along(const computation_state &values);

} // namespace tiramisu::core
