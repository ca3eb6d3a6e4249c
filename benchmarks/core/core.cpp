#include "core/core.h"

#include "sets.h"

namespace tiramisu::bench {

void run_core(session &here) {
    run_matrix_multiply(here);
    run_photo_pipeline(here);
    run_generators(here);
    run_compiler(here);
}

} // namespace tiramisu::bench
