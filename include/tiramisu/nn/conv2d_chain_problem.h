#pragma once

#include <optional>
#include <vector>

#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/resize.h"

namespace tiramisu::nn {

/// Convolutions, each of what the one before it leaves, all of one type of elements.
struct conv2d_chain_problem {
    std::vector<conv2d_problem> steps;
    /// A convolution of the chain's src, whose result takes the place of that src wherever a step
    /// has a residual_add: the first block of a stage of ResNet, where it is one of 1 x 1 with a
    /// stride. What is given for each step has one more at its end, which is the shortcut's.
    std::optional<conv2d_problem> shortcut = {};
    /// How images are resized first, each just before it goes through the chain. Its layout is
    /// that of the chain's src. A residual_add adds what the first convolution reads. Not beside a
    /// shortcut.
    std::optional<resize_problem> resizing = {};
};

} // namespace tiramisu::nn
