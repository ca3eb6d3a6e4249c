#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// The inputs and outputs of the function in declaration order, but outputs that nothing uses: its
/// arguments as long as the user has named none.
std::vector<buffer *> guess_arguments(const function_state &function);

} // namespace tiramisu::core
