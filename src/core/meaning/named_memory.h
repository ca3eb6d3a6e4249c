#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// Throws user_error where a window is to lie in memory of a GPU by name, and the loops around it
/// are not those that have such memory.
void require_named_memory(const function_state &function);

} // namespace tiramisu::core
