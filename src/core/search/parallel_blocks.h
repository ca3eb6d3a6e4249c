#pragma once

#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// The statement with the loop at `level`, which threads run, in blocks: a loop over blocks, which
/// threads run instead, and a serial one inside. As it is where there would be too few blocks.
poly::scheduled_statement in_blocks(const poly::scheduled_statement &statement, int level);

} // namespace tiramisu::core
