#pragma once

#include <vector>

#include "core/program/command_kind.h"
#include "core/program/state.h"

namespace tiramisu::core {

enum class order_view {
    as_run,    ///< in loops that distribute() has taken apart
    as_shared, ///< in the loops that the commands name
    as_meant   ///< in so many iterators as the first command on the two made them share
};

/// The ordering commands given so far, without what only has a place in the order.
std::vector<poly::order_edge> order_of_statements(const function_state &function, order_view how);

/// A level that a command names, or root_dimension.
int level_of(const computation_state &computation, const command &what, std::size_t argument);

/// The computation that a command names; throws user_error if there is none.
computation_state &other_computation(computation_state &computation, const command &what,
                                     std::size_t argument);

/// Commands that say what comes after what.
command_family order_family();

} // namespace tiramisu::core
