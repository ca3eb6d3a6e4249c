#pragma once

#include "core/program/command.h"

namespace tiramisu::core {

/// A loop command on a computation that compute_at has put elsewhere holds there too.
void follow_inside(const computation_state &computation, const command &what);

} // namespace tiramisu::core
