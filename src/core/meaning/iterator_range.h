#pragma once

#include "core/program/program.h"
#include "core/program/state.h"

// Loops of generated code count in 32 bits, upward.

namespace tiramisu::core {

/// Throws unsupported_error where an iterator comes to the end of 32 bits whatever the parameters
/// are.
void require_iterators_fit(const function_state &function);

/// Notes computations that run for no value of an iterator, as its range ends before it begins. One
/// that is empty on purpose has equal ends.
void note_backward_ranges(function_state &function);

/// What has to be checked when the function is called: that constants of wider types, or without
/// sign, which are bounds of loops, have values of 32 bits.
std::vector<program_check> wide_constant_checks(const function_state &function);

} // namespace tiramisu::core
