#pragma once

#include <optional>

#include "polyhedral/schedule_tree.h"

namespace tiramisu::poly {

/// Iterations of the loop and of those around it, { [l0, ..., l_level] }, inside which every
/// vectorized or unrolled loop that depends on this loop, and on none deeper, runs over its whole
/// width. Nothing if nothing inside needs the loop to be cut.
std::optional<isl::set> complete_iterations(const shared_loop &loop);

/// { isolate[[l0, ..., l_(level-1)] -> [l_level]] } for a set { [l0, ..., l_level] }.
isl::set isolate_option(const isl::set &iterations, int level);

} // namespace tiramisu::poly
