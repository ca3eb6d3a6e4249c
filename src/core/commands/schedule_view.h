#pragma once

#include "core/commands/order_commands.h"
#include "core/program/state.h"
#include "polyhedral/dependence.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// A definition with its loops, at a position as in polyhedral/loop_order.h.
poly::scheduled_statement scheduled(const computation_state &definition, std::vector<int> position);

/// The schedule as it stands, for all statements of the function in declaration order.
std::vector<poly::scheduled_statement> scheduled_statements(const function_state &function,
                                                            order_view view = order_view::as_run);

/// { S[i] -> [s0, l0, s1, ...] } for each of them, of equal length.
poly::timestamps timestamps_of(const std::vector<poly::scheduled_statement> &statements);

} // namespace tiramisu::core
