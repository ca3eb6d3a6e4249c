#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Notes with every argument of `code`, which is `now.resolved`, how far the function is certain to
/// reach into its memory; accesses whose indices are not bounded by the parameters are left out.
void note_argument_reach(const function_state &function, const analysis &now, program &code);

} // namespace tiramisu::core
