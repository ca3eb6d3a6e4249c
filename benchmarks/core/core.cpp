#include "core/core.h"

#include "sets.h"

namespace tiramisu::bench {

void run_core(session &here) {
    here.run_parts(
        {run_matrix_multiply, run_photo_pipeline, run_generators, run_compiler, run_calls});
}

} // namespace tiramisu::bench
