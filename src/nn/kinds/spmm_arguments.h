#pragma once

#include <vector>

#include "tiramisu/nn/layer_kinds.h"
#include "tiramisu/nn/spmm_problem.h"

namespace tiramisu::nn {

/// What functions of a sparse product take: its sparse matrix is the weights.
std::vector<layer_argument> spmm_arguments(const spmm_problem &problem);

} // namespace tiramisu::nn
