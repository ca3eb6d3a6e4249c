#pragma once

#include <string>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// The same value at all points of `domain`, { [i] } over variables of these names: indices in
/// their shortest form, and of a select() whose condition is decided there only the arm that it
/// takes.
expr simplified(const function_state &function, const expr &value,
                const std::vector<std::string> &names, const isl::set &domain);

} // namespace tiramisu::core
