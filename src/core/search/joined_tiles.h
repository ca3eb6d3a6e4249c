#pragma once

#include "core/meaning/analysis.h"
#include "core/search/memory_order.h"

namespace tiramisu::core {

/// The statement without those tiles, made of its loops from `first` on, that keep nothing in a
/// cache which would not stay there anyway: without all of them where whole loops, in the best
/// order, run along rows and what they touch again fits; else without those that bring nothing
/// where they are. The loop over the tiles then runs right around the loop inside, as one loop.
/// Every pair of instances that depend on each other runs in the order in which it ran.
poly::scheduled_statement with_joined_tiles(const analysis &now,
                                            const poly::scheduled_statement &statement, int first,
                                            float_sums sums);

} // namespace tiramisu::core
