#pragma once

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/program/packed_program.h"
#include "nn/layers/recurrent/task.h"

namespace tiramisu::nn {

/// `run` is of src, weights, first_hidden, [first_cell,] [lengths,] dst, last_hidden, [last_cell]
/// [and the number of steps]; weights are always packed, from those that recurrent_problem
/// describes.
using recurrent_program = packed_program;

using recurrent_solver = layer_solver<recurrent_task, recurrent_program>;

} // namespace tiramisu::nn
