#pragma once

#include <string>

#include "core/program/state.h"

namespace tiramisu::core {

/// What is computed, in declaration order: a definition, where it holds, where its values lie.
std::string algorithm_text(const function_state &function);

} // namespace tiramisu::core
