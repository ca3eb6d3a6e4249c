#pragma once

#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// The dependences between instances of one statement.
std::vector<poly::dependence> own_dependences(const analysis &now, const std::string &statement);

/// Whether the statement's own instances run in the order in which they ran, those of a reduction
/// as well. All others come before or after all of them.
bool keeps_own_order(const analysis &now, const poly::scheduled_statement &moved);

/// Whether some iteration of the statement's loop at `level` depends on another one of the same
/// iteration of the loops around.
bool carries_dependence(const analysis &now, const poly::scheduled_statement &statement, int level);

} // namespace tiramisu::core
