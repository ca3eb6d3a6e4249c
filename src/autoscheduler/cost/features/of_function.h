#pragma once

#include <map>

#include "autoscheduler/cost/features/running_program.h"
#include "tiramisu/function.h"

namespace tiramisu::tune {

/// The function as it is scheduled, windows and copies included, from isl's relations: extents of
/// loops and boxes of elements are exact in the iteration in the middle of the loops around.
/// `sizes` gives scalar arguments their values; what they bound has no extent otherwise, and counts
/// as 64. Takes tens of milliseconds. Throws user_error where the program has no meaning.
running_program running_program_of(const function &what, const std::vector<buffer *> &arguments,
                                   const std::map<std::string, long> &sizes, source_place where);

} // namespace tiramisu::tune
