#pragma once

#include "core/state.h"
#include "polyhedral/access.h"

namespace tiramisu::core {

/// Throws user_error where a statement writes outside a buffer of known size.
void check_storage_bounds(const function_state &function,
                          const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
