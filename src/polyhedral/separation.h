#pragma once

#include <optional>

#include "polyhedral/schedule_tree.h"

namespace tiramisu::poly {

/// Whether the loop is vectorized without masks, unrolled or separated.
bool needs_constant_width(const scheduled_statement &statement, int level);

// Each function returns iterations of the loop and of those around it, { [l0, ..., l_level] }, or
// nothing if the loop need not be cut.

/// The iterations inside which every vectorized, unrolled or separated loop that depends on this
/// loop, and on none deeper, runs over its whole width.
std::optional<isl::set> complete_iterations(const shared_loop &loop);

/// The iterations that are not peeled off at either end.
std::optional<isl::set> unpeeled_iterations(const shared_loop &loop);

/// The iterations that run in a nest of their own: those that are both complete and unpeeled.
std::optional<isl::set> isolated_iterations(const shared_loop &loop);

/// { isolate[[l0, ..., l_(level-1)] -> [l_level]] } for a set { [l0, ..., l_level] }.
isl::set isolate_option(const isl::set &iterations, int level);

} // namespace tiramisu::poly
