#pragma once

#include <vector>

#include "tiramisu/nn/gemm.h"
#include "tiramisu/nn/layer_kinds.h"

namespace tiramisu::nn {

/// Of a product of matrices; `constant_b`: the second one is weights.
std::vector<layer_argument> gemm_arguments(const gemm_problem &problem, bool constant_b);

} // namespace tiramisu::nn
