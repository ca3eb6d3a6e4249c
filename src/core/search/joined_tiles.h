#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// The statement without those tiles, made of its loops from `first` on, that keep nothing in a
/// cache which would not stay there anyway: the loop over them then runs right around the loop
/// inside, as one loop over whole rows. Every pair of instances that depend on each other runs in
/// the order in which it ran.
poly::scheduled_statement with_joined_tiles(const analysis &now,
                                            const poly::scheduled_statement &statement, int first);

} // namespace tiramisu::core
