#pragma once

#include "core/program/program.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// The requirement with its reads resolved. Throws user_error where it reads what is not among the
/// arguments.
program_requirement resolved_requirement(const function_state &function, const requirement &what,
                                         const std::vector<program_buffer> &arguments);

} // namespace tiramisu::core
