#pragma once

#include "nn/framework/choice/solver_list.h"
#include "nn/layers/gemm/solver.h"

namespace tiramisu::nn {

using gemm_choice = solver_choice<gemm_task, gemm_program>;

const solver_list<gemm_task, gemm_program> &all_gemm_solvers();

} // namespace tiramisu::nn
