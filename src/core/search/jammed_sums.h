#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// The same program with several terms of a sum added in each iteration of an innermost loop, where
/// that runs along rows and the one right around it adds up (unroll-and-jam: Carr, Kennedy:
/// Improving the ratio of memory operations to floating-point operations in loops, 1994): each
/// element of the sum is then read and written once for all of them. Where the loop around that one
/// goes over results that read the same row, several of these share it as well. Only loops that a
/// computation has for itself change, in functions whose schedule leaves registers to the compiler,
/// and the terms of every element are added in the order in which they were.
analysis with_jammed_sums(const function_state &function, analysis now);

} // namespace tiramisu::core
