#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// The first variable in the expression that is neither a constant of the function nor one of these
/// iterators; none if it has no such variable.
std::optional<std::string> first_unknown_name(const function_state &function, const expr &value,
                                              const std::vector<std::string> &iterators);

} // namespace tiramisu::core
