#pragma once

#include "nn/framework/choice/solver_list.h"
#include "nn/sparse/conv2d/solver.h"

namespace tiramisu::nn {

using sparse_conv2d_choice = solver_choice<sparse_conv2d_task, sparse_conv2d_program>;

/// All solvers, in the order in which the rule asks them.
const solver_list<sparse_conv2d_task, sparse_conv2d_program> &all_sparse_conv2d_solvers();

} // namespace tiramisu::nn
