#include "schedules/schedules.h"

#include "sets.h"

namespace tiramisu::bench {

void run_schedules(session &here) {
    run_products(here);
    run_jacobi(here);
}

} // namespace tiramisu::bench
