#pragma once

#include "autoscheduler/cost/features/running_program.h"
#include "tiramisu/tune/plan.h"

namespace tiramisu::tune {

/// The program under a plan: a statement for each nest that is not inlined. Windows, and the
/// copies between them and the program's buffers, are seen as what is allocated only; loops that
/// depend on others have their largest extents, and indices that are no sums of iterators go
/// anywhere.
running_program running_program_of(const program_view &view, const plan &what);

} // namespace tiramisu::tune
