#pragma once

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/program/packed_program.h"
#include "nn/layers/gemm/task.h"

namespace tiramisu::nn {

/// `run` is of a, b, [bias,] c; the weights are b.
using gemm_program = packed_program;

using gemm_solver = layer_solver<gemm_task, gemm_program>;

} // namespace tiramisu::nn
