#pragma once

#include "nn/framework/choice/layer_solver.h"
#include "nn/sparse/compressed_rows/sparse_program.h"
#include "nn/sparse/spmm/task.h"

namespace tiramisu::nn {

/// `run` is of b, values, offsets, starts, [bias,] c.
using spmm_program = sparse_program;

using spmm_solver = layer_solver<spmm_task, spmm_program>;

} // namespace tiramisu::nn
