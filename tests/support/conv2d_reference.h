#pragma once

#include <vector>

#include "tiramisu/nn/conv2d_problem.h"

namespace tiramisu::oracle {

/// The tensors of a convolution in plain layouts, as random small numbers.
struct conv2d_data {
    std::vector<float> src, weights, bias, residual;

    conv2d_data(const nn::conv2d_problem &problem, unsigned seed);
};

/// The result, computed in double precision from the definition in conv2d_problem.h, plain.
std::vector<double> reference_conv2d(const nn::conv2d_problem &problem, const conv2d_data &data);

} // namespace tiramisu::oracle
