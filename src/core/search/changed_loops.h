#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/meaning/analysis.h"

// Statements whose loops run otherwise than the schedule says.

namespace tiramisu::core {

/// Gives a statement of the program other loops, none of them before the given one: that is the
/// first which the statement has for itself.
using change_of_loops =
    std::function<void(const analysis &now, poly::scheduled_statement &statement, int first)>;

/// The program with `change` made of each statement that writes, where its schedule leaves
/// registers to the compiler. Each has a bounded number of isl's operations; a statement for which
/// these do not do stays as it is.
analysis with_changed_loops(const function_state &function, analysis now,
                            const change_of_loops &change);

/// All statements, of which one has other loops; nothing if it stays.
using change_of_statements = std::function<std::optional<std::vector<poly::scheduled_statement>>(
    const analysis &now, const poly::scheduled_statement &statement)>;

/// The same where what is made of one statement moves others.
analysis with_changed_statements(const function_state &function, analysis now,
                                 const change_of_statements &change);

/// Whether the loops count in 32 bits for all sizes for which those of the schedule do: tiles may
/// end where a whole loop could not.
bool counts_as_far(const function_state &function, const poly::scheduled_statement &scheduled,
                   const poly::scheduled_statement &changed);

} // namespace tiramisu::core
