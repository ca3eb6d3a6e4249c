#pragma once

#include "nn/framework/choice/solver_list.h"
#include "nn/sparse/spmm/solver.h"

namespace tiramisu::nn {

using spmm_choice = solver_choice<spmm_task, spmm_program>;

const solver_list<spmm_task, spmm_program> &all_spmm_solvers();

} // namespace tiramisu::nn
