#pragma once

#include <string>

#include "core/state.h"

namespace tiramisu::oracle {

/// All that a function knows, field by field, but for how it is told to the user: two functions of
/// the same text take the same calls.
std::string state_text(const core::function_state &function);

} // namespace tiramisu::oracle
