#pragma once

#include "core/command.h"

namespace tiramisu::core {

/// Carries out `after`, `between` and the low-level forms; false if `what` is none of them.
bool apply_order_command(computation_state &computation, const command &what);

} // namespace tiramisu::core
