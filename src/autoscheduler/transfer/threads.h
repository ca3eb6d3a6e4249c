#pragma once

#include "autoscheduler/space/program_view.h"

namespace tiramisu::tune {

/// A schedule that was found for one thread, with the outermost loop of each stage on threads where
/// that is legal. A schedule that has a loop on threads stays as it is.
schedule on_threads(const schedule &found, const function &what,
                    const std::vector<buffer *> &arguments, const program_view &view,
                    source_place where);

} // namespace tiramisu::tune
