#pragma once

#include <vector>

#include "core/program/command_kind.h"
#include "core/program/state.h"

namespace tiramisu::core {

enum class order_view {
    as_run,    ///< statements share the loops that distribute() has left them
    as_shared, ///< statements share the loops that the commands name
    as_meant   ///< they share as many iterators as the first command on the two made them share
};

/// The order that the commands given so far say, without definitions that run nothing.
std::vector<poly::order_edge> order_of_statements(const function_state &function, order_view view);

/// Whether this is computation::root, outside of all loops.
bool is_root(const loop_reference &level);
/// The level of the loop that argument number `argument` names; root_dimension for the root.
int level_of(const computation_state &computation, const command &what, std::size_t argument);

/// The computation that argument number `argument` names; throws user_error if there is none.
computation_state &other_computation(computation_state &computation, const command &what,
                                     std::size_t argument);

/// Commands that say what comes after what.
command_family order_family();

} // namespace tiramisu::core
