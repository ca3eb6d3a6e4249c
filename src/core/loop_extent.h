#pragma once

#include <optional>

#include "polyhedral/isl.h"

namespace tiramisu::core {

/// The largest number of values that the loop at `level` spans inside one iteration of the loops
/// around it; nothing if there is no bound that is known while compiling.
/// `loops`: { S[i] -> [l0, l1, ...] }
std::optional<long> largest_extent(const isl::map &loops, const isl::set &domain, int level);

} // namespace tiramisu::core
