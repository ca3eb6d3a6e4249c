#pragma once

#include "tiramisu/expr.h"
#include "tiramisu/nn/conv2d_problem.h"

namespace tiramisu::nn {

/// Where the position of the result that has this number lies, counted over rows and images.
struct patch_position {
    expr n, y, x;

    patch_position(const conv2d_problem &problem, const expr &number)
        : n(number / (problem.oh * problem.ow)), y(number / problem.ow % problem.oh),
          x(number % problem.ow) {}
};

} // namespace tiramisu::nn
