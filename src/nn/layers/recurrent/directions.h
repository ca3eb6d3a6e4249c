#pragma once

#include "tiramisu/expr.h"
#include "tiramisu/nn/recurrent_problem.h"

namespace tiramisu::nn {

// A direction goes through the steps of a sequence in its own order, and counts them in it.

/// The step of a sequence that step t of a direction is, of so many; and the other way round.
expr step_in_sequence(const recurrent_problem &problem, int direction, const expr &t,
                      const expr &steps);

/// The same of a direction that an iterator tells; for conditions, as it is not affine.
expr step_in_sequence(const recurrent_problem &problem, const expr &direction, const expr &t,
                      const expr &steps);

} // namespace tiramisu::nn
