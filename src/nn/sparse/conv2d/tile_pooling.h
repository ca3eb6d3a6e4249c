#pragma once

#include <functional>

#include "nn/framework/program/pool_windows.h"
#include "nn/layers/conv2d/tensors.h"

namespace tiramisu::nn {

/// What becomes of the sums of a tile: post-ops, and the pooling of windows, perhaps in several
/// parts. Without a pooling, windows have one sum.
class tile_pooling {
public:
    tile_pooling(const conv2d_problem &problem, const conv2d_images &images);

    /// What a window takes of a sum at this position of the convolution's result: the value after
    /// the post-ops, or what changes nothing where the position is outside.
    expr taken(const expr &sum, const dst_position &at) const;
    /// So many parts of a window together.
    expr together(int parts, const std::function<expr(int)> &part) const;
    /// The element of dst whose window takes all of this.
    expr result(const expr &all, const dst_position &at) const;

private:
    bool pools_;
    pooled_image image_;
    conv2d_images images_;
};

} // namespace tiramisu::nn
