#pragma once

#include "core/program/command_kind.h"

// Schedules given whole, as older programs do: { S[i, j] -> S[0, s0, l0, s1, l1, s2] }. The first
// dimension is always 0; the constants s say where the statement stands between the loops l, as in
// poly::timestamp.

namespace tiramisu::core {

/// set_low_level_schedule and apply_transformation_on_schedule.
command_family low_level_family();

} // namespace tiramisu::core
