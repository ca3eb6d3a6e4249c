#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// The first loop that the statement, one of those of `now`, has for itself.
int first_own_loop(const analysis &now, const poly::scheduled_statement &statement);

/// All statements, of which the named one has the loops from `level` on for itself: what comes
/// before it in the loop that they shared runs in a loop before it, what comes after it in one
/// behind it. Nothing where instances that depend on one another would change their order, where
/// the loop is no plain one, or where bounds are known only while the program runs.
std::optional<std::vector<poly::scheduled_statement>>
with_own_loops(const analysis &now, const std::string &statement, int level);

/// The one of that name.
const poly::scheduled_statement &named(const std::vector<poly::scheduled_statement> &all,
                                       const std::string &name);

/// Whether the statement's loop at `level` adds up so many terms that a second pass over the
/// results costs little beside them.
bool is_long_sum(const poly::scheduled_statement &statement, int level);

} // namespace tiramisu::core
