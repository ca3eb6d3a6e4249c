#pragma once

#include <optional>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Leaves room between all places in the order of the program, for statements that own_loop()
/// moves.
void spread_positions(analysis &now);

/// The statement with a loop at `level` for itself, behind the one that it shares with others,
/// whose last statement it is. Nothing where these depend on what it does in an earlier iteration,
/// where the loop is no plain one, or where its bounds are known only while the program runs.
std::optional<poly::scheduled_statement>
own_loop(const analysis &now, const poly::scheduled_statement &statement, int level);

} // namespace tiramisu::core
