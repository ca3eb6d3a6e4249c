#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// Convolution with a kernel of one element, as a product of matrices: filters x channels by
/// channels x positions. Rows of an image follow each other without gaps in every layout, so that
/// positions are counted through from its first to its last, and tiles do not end where rows do. No
/// image is copied:
///
///     parallel for images, groups, blocks of x_block positions
///         for tiles of filters, tiles of positions
///             for c                                                  sums in registers
///                 sums[x][f] += weights[c][f] * src[c, x]
///             dst = post-ops of the sums
///
/// `along` says what the lanes are: 0 filters (a tile is f by x vectors of filters by positions), 1
/// positions (a tile is f filters by x vectors of positions).
class pointwise_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "pointwise"; }
    std::string why_not(const conv2d_task &task) const override;
    /// Unless the last vector has a single lane at work: its sums do not stay in registers.
    bool is_for_rule(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &, const configuration &) const override {
        return 0;
    }
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// Lanes along positions where these lie next to each other in src and dst, unless filters
    /// leave fewer lanes of their last vector without work; the best_tile(); blocks that read a
    /// quarter of the second-level cache, half of it where weights do not stay there, but few
    /// enough that every thread has one.
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
