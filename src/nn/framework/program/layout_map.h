#pragma once

#include <array>
#include <vector>

#include "tiramisu/expr.h"
#include "tiramisu/nn/layout.h"

namespace tiramisu::nn {

/// That lie side by side in nchw16c.
constexpr int channels_of_block = 16;

struct image_index {
    expr image, channel, row, column;
};

/// Sizes of the buffer that holds a tensor of these extents (image, channel, row, column).
std::vector<expr> buffer_sizes(layout which, const std::array<int, 4> &extents);

/// The element of that buffer that holds one of the tensor.
std::vector<expr> buffer_indices(layout which, const std::array<int, 4> &extents,
                                 const image_index &at);

} // namespace tiramisu::nn
