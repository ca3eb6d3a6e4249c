#pragma once

#include <string>

#include "core/program/state.h"

namespace tiramisu::core {

/// Why a command cannot be given to, or name, a definition of this id: `there is no computation
/// "D"; there are "C", "C_update_1"`. Of many only the first are told.
std::string missing_computation(const function_state &function, const std::string &id);

} // namespace tiramisu::core
