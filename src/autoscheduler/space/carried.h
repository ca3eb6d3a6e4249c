#pragma once

#include "autoscheduler/space/program_view.h"

namespace tiramisu::tune {

/// Finds, for stages of one statement that reads what it writes, transformations of their two or
/// three outermost loops after which these can be tiled, the simplest first: skews from
/// function::legal_skews, and sums with the outermost loop, each proved with tiles.
void find_tilings(program_view &view, const function &what, const std::vector<buffer *> &arguments,
                  source_place where);

} // namespace tiramisu::tune
