#pragma once

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/problem/numbers.h"
#include "nn/framework/program/packed_program.h"
#include "nn/layers/conv2d/task.h"

namespace tiramisu::nn {

/// `run` is of src, weights, [bias,] [residual,] dst; weights are packed from oihw.
using conv2d_program = packed_program;

using conv2d_solver = layer_solver<conv2d_task, conv2d_program>;

/// Why a solver that computes no pooling cannot do the task; empty if it has none.
inline std::string why_no_pooling(const conv2d_task &task) {
    return task.problem.pooling() != nullptr ? "post-op pooling, which it does not compute" : "";
}

/// Why a solver that takes kernels, strides or the like of one size cannot do the task; empty if
/// `what` has that size.
inline std::string why_not_of_size(const std::string &what, int rows, int columns, int wanted) {
    return rows == wanted && columns == wanted
               ? ""
               : what + " " + size_text(rows, columns) + ", must be " + size_text(wanted, wanted);
}

} // namespace tiramisu::nn
