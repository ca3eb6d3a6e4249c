#pragma once

#include <vector>

#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/resize.h"

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

/// Throws user_error where the completed resizing does not leave what the first of the problems
/// reads.
void require_resized(const resize_problem &first, const std::vector<conv2d_problem> &problems,
                     const conv2d_layouts &ends, source_place where);

} // namespace tiramisu::nn
