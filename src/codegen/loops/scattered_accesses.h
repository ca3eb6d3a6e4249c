#pragma once

#include <cstddef>

#include "codegen/loops/placed_loops.h"

namespace tiramisu::lower {

/// How many reads and writes of the statement lie far apart on so many lanes of the loop `at`, of
/// those around it, so that each lane makes them by itself where some are switched off.
int scattered_accesses(const core::program_statement &statement, const placed_statement &place,
                       std::size_t at, int lanes);

} // namespace tiramisu::lower
