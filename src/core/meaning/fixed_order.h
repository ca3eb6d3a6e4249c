#pragma once

#include "core/program/state.h"
#include "polyhedral/dependence.h"

namespace tiramisu::core {

/// The schedule of this moment becomes the meaning of the function.
void fix_order(function_state &function);

/// Throws user_error if a read by name misses its value in the order that fix_order() has made the
/// meaning; nothing where there is none. A value that another computation had overwritten at that
/// moment, declared between the one named and its reader, was asked for: the read is of memory, and
/// a note tells. Questions about some computations only do without.
void require_named_values(function_state &function,
                          const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
