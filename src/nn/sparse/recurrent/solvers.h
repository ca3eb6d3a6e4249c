#pragma once

#include "nn/framework/choice/solver_list.h"
#include "nn/sparse/recurrent/solver.h"

namespace tiramisu::nn {

using sparse_recurrent_choice = solver_choice<sparse_recurrent_task, sparse_recurrent_program>;

/// All solvers, in the order in which the rule asks them.
const solver_list<sparse_recurrent_task, sparse_recurrent_program> &all_sparse_recurrent_solvers();

} // namespace tiramisu::nn
