#pragma once

#include <string>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// Throws user_error if an index by which the call reads or stores the computation is no integer.
void require_integer_indices(const computation_state &computation, const std::vector<expr> &indices,
                             const std::string &call, source_place where);

} // namespace tiramisu::core
