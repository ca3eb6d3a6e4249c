#pragma once

#include <vector>

#include "core/meaning/alternation.h"
#include "core/program/state.h"
#include "polyhedral/dependence.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// Which loops the statements of an interleaved group share.
enum class sharing {
    iterators, ///< those of their iterators
    loops      ///< those of the schedule, tiles too; each statement runs its part inside
};

/// Declaration order as timestamps, except that the `interleaved` share loops as the statements
/// given do. What is computed inline has no place among the loops and keeps that of its
/// declaration.
poly::timestamps declaration_order(const function_state &function,
                                   const std::vector<poly::scheduled_statement> &schedule,
                                   const definitions &interleaved, sharing what);

} // namespace tiramisu::core
