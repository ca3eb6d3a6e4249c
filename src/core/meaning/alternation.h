#pragma once

#include "core/meaning/memory_readers.h"
#include "polyhedral/dependence.h"
#include "polyhedral/schedule_tree.h"

// Which computations have no meaning one after another, each over its whole domain, so that they
// have to alternate in the loops that the ordering commands make them share.

namespace tiramisu::core {

/// The computations that use a buffer in which, were they to run one after another, values would be
/// lost or used too early: a computation overwrites its own values without reading them, so that
/// nothing would ever read any but the last of these, or a temporary would be read before it is
/// written.
definitions with_buffers_used_too_early(const function_state &function,
                                        const std::vector<poly::memory_access> &accesses);

/// `core` and what is connected with it through memory that one writes and another uses, except
/// those that are kept `apart`.
definitions joined_through_memory(const definitions &core, const definitions &apart,
                                  const function_state &function,
                                  const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
