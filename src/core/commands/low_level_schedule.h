#pragma once

#include "core/program/state.h"

// Schedules given whole, as older programs do: { S[i, j] -> S[0, s0, l0, s1, l1, s2] }. The first
// dimension is always 0; the constants s say where the statement stands between the loops l, as in
// poly::timestamp.

namespace tiramisu::core {

/// Carries out set_low_level_schedule and apply_transformation_on_schedule; false if `what` is
/// neither.
bool apply_low_level_schedule(computation_state &computation, const command &what);

} // namespace tiramisu::core
