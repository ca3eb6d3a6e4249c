#pragma once

#include <optional>
#include <vector>

#include "core/analysis.h"

// Whether instances run in an order that computes what is meant.

namespace tiramisu::core {

/// A dependence that the schedule breaks, where that may change what the program computes.
std::optional<poly::witness> find_disorder(const function_state &function, const analysis &now);

/// Dependences that mean the same as those of the reference order, and of which the schedule breaks
/// none that it may break: live ranges of temporaries are in the order in which they run now.
std::vector<poly::dependence> dependences_to_keep(const analysis &now);

} // namespace tiramisu::core
