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
/// sign, have values of 32 bits where bounds of loops, indices or sizes are made of them.
std::vector<program_check> wide_constant_checks(const function_state &function,
                                                const program &resolved);

} // namespace tiramisu::core
