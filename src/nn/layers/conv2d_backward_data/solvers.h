#pragma once

#include "nn/framework/choice/solver_list.h"
#include "nn/layers/conv2d_backward_data/solver.h"

namespace tiramisu::nn {

/// All solvers. Those of convolutions have their names, and come in their order.
const solver_list<backward_data_task, packed_program> &all_backward_data_solvers();

} // namespace tiramisu::nn
