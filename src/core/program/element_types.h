#pragma once

#include <set>
#include <string>

#include "core/program/program.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// The buffers from which values are read, or whose address is taken.
std::set<std::string> read_buffers(const program &resolved);

/// Where computations are stored in buffers that are declared with another type. An argument that
/// nobody reads takes the type that all of them have; inputs are converted where they are read, and
/// exact literals where they are stored. function::notes() tells each; elsewhere user_error is
/// thrown.
void settle_element_types(function_state &function, program &resolved);

/// Throws user_error about a buffer whose elements are of no type.
void require_element_types(const function_state &function, const program &resolved);

} // namespace tiramisu::core
