#pragma once

#include "nn/framework/choice/solver_list.h"
#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

using conv2d_choice = solver_choice<conv2d_task, conv2d_program>;

/// All solvers.
const solver_list<conv2d_task, conv2d_program> &all_conv2d_solvers();

} // namespace tiramisu::nn
