#pragma once

#include <vector>

#include "core/derivative/adjoint_definitions.h"

namespace tiramisu::core {

/// What the instances of a computation that reads itself pass on to each other, added to its
/// adjoint: in loops over the outermost dimensions of its elements, down to `level`, that run
/// backwards, so that an element is complete before it is passed on.
adjoint_parts add_recurrence(computation_state &adjoint, const computation_state &of, int level,
                             const std::vector<contribution> &contributions, source_place where);

} // namespace tiramisu::core
