#pragma once

#include <string>
#include <vector>

#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// The loops of the schedule as an outline, without bounds: a line a loop with how it runs, the
/// computations inside further in, in the order in which they run.
std::string schedule_outline(const std::vector<poly::scheduled_statement> &statements);

} // namespace tiramisu::core
