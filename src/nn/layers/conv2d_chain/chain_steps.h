#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nn/layers/conv2d_chain/workspaces.h"
#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/resize.h"

namespace tiramisu::nn {

/// A step of a chain: its problem for the images that go through at once, and how its tensors
/// lie.
struct chain_step {
    conv2d_problem problem;
    conv2d_layouts layouts;
};

/// What residual_adds add.
struct chain_residual {
    std::string name; ///< as errors call it
    std::array<int, 4> extents;
    layout format;
};

/// How images go through a chain.
struct chain_shape {
    int images; ///< at once, if there are any
    /// How the result of a step that is followed by another one lies.
    std::function<layout(std::size_t step, const conv2d_problem &problem)> between;
    std::optional<chain_residual> residual = {}; ///< none: the chain's src
};

/// The steps of a chain whose src and dst lie as `ends` says. Throws user_error if a problem has no
/// meaning or does not fit the others.
std::vector<chain_step> chain_steps(const std::vector<conv2d_problem> &problems,
                                    const conv2d_layouts &ends, const chain_shape &shape,
                                    source_place where);

/// What lies between them.
workspace_sizes sizes_between(const std::vector<chain_step> &steps);

/// "2x5x7x9".
std::string extents_text(const std::array<int, 4> &extents);

/// Throws user_error where the completed resizing does not leave what the first of the problems
/// reads.
void require_resized(const resize_problem &first, const std::vector<conv2d_problem> &problems,
                     const conv2d_layouts &ends, source_place where);

} // namespace tiramisu::nn
