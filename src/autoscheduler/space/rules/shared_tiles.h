#pragma once

#include <string>

#include "autoscheduler/space/rules/tiled_loops.h"

namespace tiramisu::tune {

/// Splits another statement as the results of the tiled one are, so that both share the outer loops
/// to the level; `place` is its access to these results. Returns the name of the last loop that
/// is shared, in the other's loops; "" where nothing can be shared.
std::string share_tiles(const tiled_loops &tiles, std::size_t statement, const access_view &place,
                        int level);

} // namespace tiramisu::tune
