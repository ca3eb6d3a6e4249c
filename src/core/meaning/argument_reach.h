#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Notes with every argument of `now.resolved` how far the function is certain to reach into its
/// memory; accesses whose indices are not bounded by the parameters are left out.
void note_argument_reach(const function_state &function, analysis &now);

} // namespace tiramisu::core
