#pragma once

#include "nn/choice/layer_solver.h"
#include "nn/gemm/task.h"
#include "nn/program/packed_program.h"

namespace tiramisu::nn {

/// `run` is of a, b, [bias,] c; the weights are b.
using gemm_program = packed_program;

using gemm_solver = layer_solver<gemm_task, gemm_program>;

} // namespace tiramisu::nn
