#pragma once

#include <optional>
#include <vector>

#include "core/meaning/analysis.h"

// Whether instances run in an order that computes what is meant.

namespace tiramisu::core {

/// Visits the dependences that the schedule breaks, where that may change what the program
/// computes: by their index and the pairs { S[i] -> T[j] } that do not run in order.
void for_each_disorder(
    const function_state &function, const analysis &now,
    const std::function<poly::visited(std::size_t dependence, const isl::map &pairs)> &visit);

/// The first of them.
std::optional<poly::witness> find_disorder(const function_state &function, const analysis &now);

/// Dependences that mean the same as those of the reference order, and of which the schedule breaks
/// none that it may break: live ranges of temporaries are in the order in which they run now.
std::vector<poly::dependence> dependences_to_keep(const analysis &now);

} // namespace tiramisu::core
