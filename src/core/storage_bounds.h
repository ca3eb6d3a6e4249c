#pragma once

#include <vector>

#include "core/program.h"
#include "core/state.h"
#include "polyhedral/access.h"

namespace tiramisu::core {

/// Throws user_error where a statement writes outside its buffer whatever the parameters are.
/// Returns what has to be checked when the function is called: that the parameters are such that
/// nothing is written outside. Arguments have no end here: the caller says how large they are.
std::vector<program_check> storage_checks(const function_state &function,
                                          const std::vector<program_buffer> &arguments,
                                          const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
