#pragma once

#include "core/analysis.h"

namespace tiramisu::core {

/// Notes with every argument of `now.resolved` how far `now.accesses` reach into its memory.
///
/// What may not happen is left out: accesses under a condition that is not affine or in a loop
/// whose bounds are read from memory, and accesses whose indices are not bounded by the parameters.
void note_argument_reach(const function_state &function, analysis &now);

} // namespace tiramisu::core
