#pragma once

#include <string>
#include <vector>

#include "core/program/state.h"
#include "polyhedral/loop_order.h"

// The order that commands give, as a graph: an edge says that a statement comes directly after
// another, inside the loops that they share. A statement has at most one predecessor.

namespace tiramisu::core {

using order_edges = std::vector<poly::order_edge>;

/// Whether `later` is `earlier`, or follows it along edges.
bool comes_after(const order_edges &order, const std::string &later, const std::string &earlier);

/// The edge from a statement's predecessor; order.end() if it has none.
order_edges::iterator edge_to(order_edges &order, const std::string &later);

/// Gives a statement, whose edge is `known`, a second predecessor. The one with which it shares
/// more loops remains, and all that hangs together with that one comes after the other.
void follow_both(const function_state &function, order_edges &order, poly::order_edge &known,
                 const poly::order_edge &second);

/// Takes a statement that runs nothing out of the order: of what comes after it, the first takes
/// its place.
void leave_out(order_edges &order, const std::string &marker);

} // namespace tiramisu::core
