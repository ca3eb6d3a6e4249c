#pragma once

#include <string>

#include "core/program/state.h"

namespace tiramisu::core {

/// Throws user_error if the expression that the user gives reads an object of another function:
/// where its name is that of an own one, the own one would be read.
void require_own_elements(const function_state &function, const std::string &subject,
                          const std::string &call, const expr &value, source_place where);

} // namespace tiramisu::core
