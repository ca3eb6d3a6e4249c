#pragma once

#include <cstddef>

#include "codegen/loops/placed_loops.h"

namespace tiramisu::lower {

/// Whether the loop `at`, of those around the statement, may have fewer iterations than lanes.
bool ends_within(const placed_statement &place, std::size_t at, int lanes);

/// Whether lanes of that loop may be switched off where the statement runs: by loops inside of it,
/// branches or the statement's own condition.
bool switches_lanes(const core::program_statement &statement, const placed_statement &place,
                    std::size_t at);

/// How many reads and writes of the statement lie far apart on these lanes, so that each lane makes
/// them by itself where some are switched off.
int scattered_accesses(const core::program_statement &statement, const placed_statement &place,
                       std::size_t at, int lanes);

} // namespace tiramisu::lower
