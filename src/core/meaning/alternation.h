#pragma once

#include <set>

#include "core/program/memory_accesses.h"
#include "polyhedral/dependence.h"
#include "polyhedral/schedule_tree.h"

// Which computations have no meaning one after another, each over its whole domain, so that they
// have to alternate in the loops that the ordering commands make them share.

namespace tiramisu::core {

/// First definitions.
using definitions = std::set<const computation_state *>;

/// Number of scheduled loops that two statements share.
int shared_levels(const poly::scheduled_statement &a, const poly::scheduled_statement &b);

/// Computations that read, other than by their own name, what others of the set write in a circle;
/// those that use a buffer in which a computation overwrites its own values without a look at them
/// (one after another, all but the last of these would be computed for nobody); and those that use
/// a temporary that would be read before it is written.
definitions without_declared_meaning(const function_state &function,
                                     const std::vector<poly::memory_access> &accesses);

/// `core` and what is connected with it through memory that one writes and another uses, except
/// those that are kept `apart`.
definitions joined_through_memory(const definitions &core, const definitions &apart,
                                  const function_state &function,
                                  const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
