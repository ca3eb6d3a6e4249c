#pragma once

#include <vector>

#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// A step of a chain: its problem for one picture, and how its tensors lie.
struct chain_step {
    conv2d_problem problem;
    conv2d_layouts layouts;
};

/// The steps of a chain whose src and dst lie as `ends` says. Throws user_error if a problem has no
/// meaning or does not fit the others.
std::vector<chain_step> chain_steps(const std::vector<conv2d_problem> &problems,
                                    const conv2d_layouts &ends, source_place where);

} // namespace tiramisu::nn
