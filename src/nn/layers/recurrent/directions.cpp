#include "nn/layers/recurrent/directions.h"

namespace tiramisu::nn {

expr step_in_sequence(const recurrent_problem &problem, int direction, const expr &t,
                      const expr &steps) {
    return problem.is_reverse(direction) ? steps - 1 - t : t;
}

expr step_in_sequence(const recurrent_problem &problem, const expr &direction, const expr &t,
                      const expr &steps) {
    const expr first = step_in_sequence(problem, 0, t, steps);
    return problem.directions() == 1
               ? first
               : select(direction == 0, first, step_in_sequence(problem, 1, t, steps));
}

} // namespace tiramisu::nn
