#include "schedules/schedules.h"

#include "sets.h"

namespace tiramisu::bench {

void run_schedules(session &here) {
    here.run_parts(
        {run_products, run_convolution, run_jacobi, run_blur_resize, run_triangular_solve});
}

} // namespace tiramisu::bench
