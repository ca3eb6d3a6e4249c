#pragma once

#include <set>
#include <string>

#include "codegen/loops/placed_loops.h"

namespace tiramisu::lower {

/// How many reads and writes of the statement lie far apart on the lanes of a loop that is counted
/// by `counter`, so that each lane makes them by itself.
int scattered_accesses(const core::program_statement &statement, const placed_statement &place,
                       const std::string &counter);

} // namespace tiramisu::lower
