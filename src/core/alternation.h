#pragma once

#include <set>

#include "core/memory_accesses.h"
#include "polyhedral/schedule_tree.h"

// Which computations have no meaning one after another, each over its whole domain, so that they
// have to alternate in the loops that the ordering commands make them share.

namespace tiramisu::core {

/// First definitions.
using definitions = std::set<const computation_state *>;

/// Number of scheduled loops that two statements share.
int shared_levels(const poly::scheduled_statement &a, const poly::scheduled_statement &b);

/// Number of leading iterators that both have and that their shared loops determine.
int shared_iterators(const poly::scheduled_statement &a, const poly::scheduled_statement &b);

/// Computations that read, other than by their own name, what others of the set write in a circle;
/// and those that use a buffer in which a computation overwrites its own values without a look at
/// them: one after another, all but the last of these would be computed for nobody.
definitions without_declared_meaning(const function_state &function,
                                     const std::vector<poly::memory_access> &accesses);

/// What runs inside loops that two of the set share, and uses memory that one of them writes, or
/// writes what one of them uses, alternates with them: a border that every time step sets anew.
void add_what_runs_among(definitions &alternating, const function_state &function,
                         const std::vector<poly::memory_access> &accesses,
                         const std::vector<poly::scheduled_statement> &schedule);

} // namespace tiramisu::core
