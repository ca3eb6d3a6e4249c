#pragma once

#include <string>

#include "core/meaning/analysis.h"

// What is asked of a statement before its loops run otherwise than the schedule says.

namespace tiramisu::core {

/// In operations of isl, for one statement: thousands of times what a product of matrices takes.
constexpr unsigned long work_for_one_statement = 200000;

bool writes(const analysis &now, const std::string &statement);

/// The first loop that the statement, one of those of `now`, has for itself.
int first_own_loop(const analysis &now, const poly::scheduled_statement &statement);

/// Whether the loops count in 32 bits for all sizes for which those of the schedule do: tiles may
/// end where a whole loop could not.
bool counts_as_far(const function_state &function, const poly::scheduled_statement &scheduled,
                   const poly::scheduled_statement &changed);

} // namespace tiramisu::core
