#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// Convolution and pooling with windows that overlap or reach beyond the result. Bands of its rows,
/// as many as y_block rows of windows need, are kept in the second-level cache for one block of
/// filters after the other, and pooled there:
///
///     parallel for images, groups, bands of y_block rows of windows
///         padded = rows of the image that the band meets, with zeros around
///         for blocks of f_vectors vectors of filters
///             for rows, blocks of x columns
///                 for c, ky, kx                                       sums in registers
///                     sums[x][f] += weights[c, ky, kx][f] * padded[c, y + ky, x + kx]
///                 band = post-ops of the sums
///             dst = pooling of the band's windows
///
/// Rows that windows of two bands share are computed for both.
class pooled_bands_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "pooled_bands"; }
    std::string why_not(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// The best_tile() of one row; of the bands that take, with the image's part that they meet,
    /// at most three quarters of the second-level cache, and of which every thread has one, those
    /// for which the fewest rows are computed.
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
