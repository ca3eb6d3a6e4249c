#pragma once

#include "core/program.h"
#include "core/state.h"

namespace tiramisu::core {

/// Where computations are stored in buffers that are declared with another type. An argument that
/// nobody reads takes the type that all of them have, and function::notes() tells so; elsewhere
/// user_error is thrown.
void settle_element_types(function_state &function, program &resolved);

} // namespace tiramisu::core
