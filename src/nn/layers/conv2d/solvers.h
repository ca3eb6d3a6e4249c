#pragma once

#include "nn/framework/choice/solver_list.h"
#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

using conv2d_choice = solver_choice<conv2d_task, conv2d_program>;

/// All solvers. Winograd's comes after the direct one, which can do all that it can: the rule never
/// takes it, since its results are less exact and it takes longer to generate. find() does.
const solver_list<conv2d_task, conv2d_program> &all_conv2d_solvers();

} // namespace tiramisu::nn
