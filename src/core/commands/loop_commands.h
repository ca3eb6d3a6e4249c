#pragma once

#include "core/program/command.h"

namespace tiramisu::core {

/// Level of the loop in the computation's nest; throws user_error naming the loops there are.
int loop_level(const computation_state &computation, const loop_reference &loop,
               const command &what);

/// Carries out a command whose kind changes a computation's own loops.
void apply_loop_command(computation_state &computation, const command &what);

} // namespace tiramisu::core
