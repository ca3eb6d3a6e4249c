#pragma once

#include "core/program/command.h"

namespace tiramisu::core {

/// Carries out `cache_read`, `cache_write` and `compute_at`; false if `what` is none of them.
bool apply_stage_command(computation_state &computation, const command &what);

/// A loop command on a computation that compute_at has put elsewhere holds there too.
void follow_inside(const computation_state &computation, const command &what);

} // namespace tiramisu::core
