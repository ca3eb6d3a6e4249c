#pragma once

#include "core/program/memory_accesses.h"
#include "polyhedral/dependence.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// Timestamps of equal length.
struct meant_order {
    poly::timestamps times;
    bool is_by_commands = false; ///< with other ordering commands it may be another one
};

/// The order that defines the meaning of the program, as timestamps: declaration
/// order, each computation over its whole domain; or, for computations that this order gives no
/// meaning (cycles through memory, a value overwritten before it is read by name), with the loops
/// that the ordering commands make them share: the original iterators, or, where that loses a value
/// too, the loops of the schedule themselves (a buffer that holds one tile at a time). Throws
/// user_error if a named value is lost in that order as well. See
/// docs/adr/0002-meaning-of-programs.md.
meant_order reference_order(const function_state &function,
                            const std::vector<poly::memory_access> &accesses,
                            const std::vector<poly::scheduled_statement> &schedule);

} // namespace tiramisu::core
