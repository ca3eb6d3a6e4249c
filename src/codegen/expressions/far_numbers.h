#pragma once

#include <cstdint>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Sums of numbers nearer to 0 are taken not to leave 32 bits.
constexpr std::int64_t largest_near_number = 1 << 24;

/// Whether arithmetic in `value` has a literal farther from 0 than `limit`; indices of what it
/// loads are no part of it.
bool names_far_number(const Halide::Expr &value, std::int64_t limit = largest_near_number);

} // namespace tiramisu::lower
