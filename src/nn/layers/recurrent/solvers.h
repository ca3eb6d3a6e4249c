#pragma once

#include "nn/framework/choice/solver_list.h"
#include "nn/layers/recurrent/solver.h"

namespace tiramisu::nn {

using recurrent_choice = solver_choice<recurrent_task, recurrent_program>;

const solver_list<recurrent_task, recurrent_program> &all_recurrent_solvers();

} // namespace tiramisu::nn
