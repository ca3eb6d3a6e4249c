#pragma once

#include "core/meaning/analysis.h"
#include "core/program/command.h"

namespace tiramisu::core {

/// Throws user_error for compute_inline if the computation has to be stored, or has a reader that
/// cannot evaluate it.
void require_inlinable(const computation_state &computation, const command &what);

/// Throws user_error for compute_inline if other commands have given the computation a place or
/// its readers windows.
void require_not_placed(const computation_state &computation, const command &what);

/// Throws user_error if what was added to the program since compute_inline needs the computation
/// stored.
void require_unstored(const computation_state &computation, const analysis &now);

} // namespace tiramisu::core
