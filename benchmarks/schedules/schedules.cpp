#include "schedules/schedules.h"

#include "sets.h"

namespace tiramisu::bench {

void run_schedules(session &here) {
    run_products(here);
}

} // namespace tiramisu::bench
