#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// Convolution of each channel with one filter of its own. No sum runs over channels, so that
/// neighbouring results of the image or of the channels are the lanes of vectors, whichever lie
/// next to each other:
///
///     parallel for images, blocks of channels, blocks of y_block rows
///         padded = rows of the image that the block meets, with zeros around
///         for blocks of y rows by x columns (or vectors of columns)
///             for ky, kx                                              sums in registers
///                 sums[y][x] += weights[ky, kx] * padded[y + ky, x + kx]
///             dst = post-ops of the sums
///
/// `along` says what the lanes are: 0 channels (a block of them is one vector), 1 columns (a block
/// is one channel). Where channels are lanes and lie next to each other in src, too, nothing is
/// copied: columns at the border are nests of their own, with fewer kx, and rows there have fewer
/// ky.
class depthwise_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "depthwise"; }
    std::string why_not(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// Lanes along columns where src and dst have these next to each other, the stride is 1, and a
    /// row is longer than a vector; about 8 sums; rows that meet an eighth of the second-level
    /// cache.
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
