#pragma once

#include <optional>
#include <vector>

#include "core/program/state.h"
#include "polyhedral/access.h"

namespace tiramisu::core {

/// The literal that all instances of a computation without updates have as their value: its
/// expression, or that of the computation whose instances its expression reads.
std::optional<expr> constant_value(const function_state &function, const computation_state &base,
                                   const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
