#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Whether the schedule says what registers hold, so that nothing but what it says is to be done
/// with loops: a computation has both a loop on lanes and an unrolled one whose copies write
/// elements of their own, values are staged in front of vectors, or loops run on a GPU. Of a
/// function with a complete schedule, any loop on
/// lanes or unrolled says so. A command or two without that leave registers to the compiler.
bool schedules_registers(const function_state &function, const analysis &now);

/// Whether values are staged, or buffers have their places inside of loops.
bool places_values(const function_state &function, const analysis &now);

} // namespace tiramisu::core
