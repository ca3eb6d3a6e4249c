#pragma once

#include "schedules/scheduled_function.h"

namespace tiramisu::bench {

/// Means of five neighbours, step after step, in two planes of size x size floats that take turns.
struct jacobi_in_time {
    scheduled_function declared;
    computation mean; ///< in loops t, i and j
};

jacobi_in_time declare_jacobi(int size, int steps);

} // namespace tiramisu::bench
