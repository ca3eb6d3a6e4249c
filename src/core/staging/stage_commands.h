#pragma once

#include "core/program/command_kind.h"

namespace tiramisu::core {

/// Commands that keep values in windows, and store_at, which says for how long.
command_family staging_family();

/// A loop command on a computation that compute_at has put elsewhere holds there too.
void follow_inside(const computation_state &computation, const command &what);

} // namespace tiramisu::core
