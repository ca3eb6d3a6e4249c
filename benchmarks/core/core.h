#pragma once

#include "session.h"

namespace tiramisu::bench {

/// gemm_1024: examples/03_matrix_multiply against OpenBLAS, oneDNN and MKL.
void run_matrix_multiply(session &here);
/// photo_pipeline: examples/04_photo_pipeline against plain loops.
void run_photo_pipeline(session &here);
/// generator_*: from the start of an example's generator to its object file.
void run_generators(session &here);
/// legality_*, next_schedule_*, tiled_*, computations_*: parts of the compiler.
void run_compiler(session &here);
/// call_overhead_1000: what calls take beside the function.
void run_calls(session &here);

} // namespace tiramisu::bench
