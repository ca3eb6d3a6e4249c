#pragma once

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/program/packed_program.h"
#include "nn/framework/tensor_layer/task.h"
#include "nn/layers/conv2d/task.h"
#include "tiramisu/nn/conv2d_backward.h"

namespace tiramisu::nn {

using backward_data_task = tensor_task<conv2d_backward_data_problem>;

/// `run` is of diff_dst, weights, diff_src; weights are packed from oihw.
using backward_data_solver = layer_solver<backward_data_task, packed_program>;

/// The convolution that such a layer goes backward through.
conv2d_task convolution_of(const backward_data_task &task);

} // namespace tiramisu::nn
