#pragma once

#include <functional>

#include "tiramisu/tune/program_view.h"

// What is computed where it is read is computed once for each read, and what it reads itself once
// for each of those: down a chain of stencils that grows by a factor with every stage.

namespace tiramisu::tune {

/// Whether a stage is computed where it is read.
using inlined_stages = std::function<bool(std::size_t stage)>;

/// Whether few enough operations are added to the loops that a stage would be computed in.
bool is_worth_recomputing(const program_view &view, std::size_t stage,
                          const inlined_stages &is_inlined);

} // namespace tiramisu::tune
