#pragma once

#include "nn/sparse/conv2d/solver.h"

namespace tiramisu::nn {

/// Sparse convolution whose lanes are images and blocks of an image: vector (c, y, x) of the
/// copy holds that place of each block, with what the kernel meets around it, so that a shift by an
/// element of the kernel is one by whole vectors and all loads are aligned:
///
///     parallel for groups of images or slabs of rows of a block
///         copy[c][y][x][lane] = the images, lifted, with zeros around
///         for tiles of y rows by x columns of a block, blocks of c channels, filters
///             for k of the filter's non-zeros in the block of channels    sums in registers
///                 sums[y][x] += values[k] * copy[offsets[k] + y, x]
///             dst = post-ops of the sums, and the pooling of their windows
class lifted_sparse_conv2d : public sparse_conv2d_solver {
public:
    std::string name() const override { return "lifted"; }
    std::string why_not(const sparse_conv2d_task &task) const override;
    /// Where images lie so, or where sums take so much longer than bringing images into this
    /// layout and back that aligned loads pay for it; but not where windows of a pooling share
    /// sums, more of which small tiles of blocks compute twice than long ones of rows do.
    bool is_for_rule(const sparse_conv2d_task &task) const override;
    std::size_t workspace_bytes(const sparse_conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const sparse_conv2d_task &task) const override;
    configuration default_configuration(const sparse_conv2d_task &task) const override;
    sparse_conv2d_program generate(const sparse_conv2d_task &task, const configuration &chosen,
                                   const std::string &name) const override;
};

} // namespace tiramisu::nn
