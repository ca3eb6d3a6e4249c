#pragma once

#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// Throws user_error where these buffers cannot be the arguments of the function: one is missing,
/// another function's, given twice or laid out by the function, or one that has to be there is not.
void require_possible_arguments(const function_state &function,
                                const std::vector<buffer *> &arguments, source_place where);

} // namespace tiramisu::core
