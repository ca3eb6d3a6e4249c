#pragma once

#include <optional>

#include "polyhedral/isl.h"

namespace tiramisu::core {

/// The largest number of values that the loop at `level` spans inside one iteration of the loops
/// around it, 0 for a loop that never runs; nothing if there is no bound that is known while
/// compiling.
/// `loops`: { S[i] -> [l0, l1, ...] }
std::optional<long> largest_extent(const isl::map &loops, const isl::set &domain, int level);

/// Whether largest_extent() finds a number, which takes less to tell.
bool has_known_extent(const isl::map &loops, const isl::set &domain, int level);

/// Values of a loop: lower, ..., lower + extent - 1.
struct loop_bounds {
    long lower = 0;
    long extent = 0;
};

/// From the least to the greatest value of the loop at `level` over all iterations of the loops
/// around it, if these are known while compiling.
std::optional<loop_bounds> all_values(const isl::map &loops, const isl::set &domain, int level);

/// The values that the loop at `level` spans over all iterations of the loops around it, if these
/// are known while compiling and it spans all of them inside a single iteration at least once.
std::optional<loop_bounds> constant_bounds(const isl::map &loops, const isl::set &domain,
                                           int level);

/// Whether the loop has the same number of iterations whenever it runs.
bool has_constant_extent(const isl::map &loops, const isl::set &domain, int level);

} // namespace tiramisu::core
