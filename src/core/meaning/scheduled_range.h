#pragma once

#include <vector>

#include "core/program/program.h"
#include "core/program/state.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// Loops count in 32 bits, in which code generation computes their bounds too. Throws
/// unsupported_error where the loops of a schedule cannot be counted so for any sizes, and returns
/// checks that those sizes are none for which they cannot. Bounds that are read from memory are
/// left out.
std::vector<program_check>
scheduled_range_checks(const function_state &function,
                       const std::vector<poly::scheduled_statement> &statements);

/// Whether the statement's loops are counted right for all sizes but the last ones before the end
/// of 32 bits, which no array is likely to have.
bool are_counted_nearly_to_the_end(const function_state &function,
                                   const poly::scheduled_statement &statement);

} // namespace tiramisu::core
