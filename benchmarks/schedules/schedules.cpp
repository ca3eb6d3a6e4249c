#include "schedules/schedules.h"

#include "sets.h"

namespace tiramisu::bench {

void run_schedules(session &here) {
    run_products(here);
    run_convolution(here);
    run_jacobi(here);
    run_blur_resize(here);
    run_triangular_solve(here);
}

} // namespace tiramisu::bench
