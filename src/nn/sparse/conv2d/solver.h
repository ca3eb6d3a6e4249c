#pragma once

#include <variant>

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/program/packed_program.h"
#include "nn/sparse/compressed_rows/sparse_program.h"
#include "nn/sparse/conv2d/task.h"

namespace tiramisu::nn {

/// Of weights that stay sparse, or that are made dense. `run` is of src, then values, offsets and
/// starts or the dense weights, then [bias,] [residual,] dst.
using sparse_conv2d_program = std::variant<sparse_program, packed_program>;

using sparse_conv2d_solver = layer_solver<sparse_conv2d_task, sparse_conv2d_program>;

} // namespace tiramisu::nn
