#pragma once

#include "core/command.h"

namespace tiramisu::core {

/// A level that a command names, or root_dimension.
int level_of(const computation_state &computation, const command &what, std::size_t argument);

/// The computation that a command names; throws user_error if there is none.
computation_state &other_computation(computation_state &computation, const command &what,
                                     std::size_t argument);

/// Carries out `after`, `between` and the low-level forms; false if `what` is none of them.
bool apply_order_command(computation_state &computation, const command &what);

} // namespace tiramisu::core
