#pragma once

#include "core/program/state.h"

// What vectorize and unroll leave over. Here it runs in the same loops as the rest; older programs
// know it as a further definition of its own, get_update(1).

namespace tiramisu::core {

bool leaves_remainder(const computation_state &definition);

/// Commands on it are accepted and mean nothing, for the remainder goes where the rest goes.
computation &remainder_of(computation_state &definition);

} // namespace tiramisu::core
