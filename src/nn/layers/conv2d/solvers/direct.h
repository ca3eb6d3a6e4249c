#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// Direct convolution. A tile of the result, vectors of filters by rows by columns, is summed up in
/// registers over all channels and the whole kernel:
///
///     parallel for images, groups, blocks of y_block rows
///         padded = rows of the image that the block meets, with zeros around
///         for blocks of f_vectors vectors of filters
///             for blocks of y rows by x columns
///                 for c, ky, kx                                       sums in registers
///                     sums[y][x][f] += weights[c, ky, kx][f] * padded[c, y + ky, x + kx]
///                 dst = post-ops of the sums
///
/// Weights lie as they are read, f_vectors vectors for each c, ky, kx. Images are read element by
/// element, so they may lie in any layout; so may dst.
class direct_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "direct"; }
    std::string why_not(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// The best_tile(), and as many rows a block as meet a quarter of the second-level cache, or
    /// half of it where the weights alone are larger, but few enough that every thread has one.
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
