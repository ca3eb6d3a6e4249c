#pragma once

#include "nn/choice/layer_solver.h"
#include "nn/sparse/sparse_program.h"
#include "nn/sparse_conv2d/task.h"

namespace tiramisu::nn {

/// `run` is of src, values, offsets, starts, [bias,] [residual,] dst.
using sparse_conv2d_program = sparse_program;

using sparse_conv2d_solver = layer_solver<sparse_conv2d_task, sparse_conv2d_program>;

} // namespace tiramisu::nn
