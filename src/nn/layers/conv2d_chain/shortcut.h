#pragma once

#include <vector>

#include "nn/layers/conv2d_chain/chain_steps.h"

namespace tiramisu::nn {

/// A convolution whose result residual_adds of a chain add, for the images that go through at
/// once. It reads the chain's src and leaves what lies as the chain's dst. Throws user_error if it
/// does not fit the steps.
chain_step shortcut_step(const conv2d_problem &shortcut,
                         const std::vector<conv2d_problem> &problems, const conv2d_layouts &ends,
                         int images, source_place where);

/// What it leaves, of all images.
chain_residual residual_of(const conv2d_problem &shortcut, const conv2d_layouts &ends,
                           source_place where);

} // namespace tiramisu::nn
