#pragma once

#include "nn/sparse/conv2d/solver.h"

namespace tiramisu::nn {

/// Sparse convolution with neighbouring columns of the result as lanes. What a non-zero meets is
/// the copy of the image, shifted:
///
///     parallel for images or slabs of rows
///         copy = rows of the image that the slab meets, with zeros around
///         for tiles of y rows by x vectors, blocks of c channels, filters
///             for k of the filter's non-zeros in the block                sums in registers
///                 sums[y][x] += values[k] * copy[offsets[k] + y, x]
///             dst = post-ops of the sums, and the pooling of their windows
///
/// Where the stride along rows is s, a row of the copy holds its columns 0, s, 2 s, ..., then 1,
/// s + 1, ...: so loads stay whole vectors.
class shifted_sparse_conv2d : public sparse_conv2d_solver {
public:
    std::string name() const override { return "shifted"; }
    std::string why_not(const sparse_conv2d_task &task) const override;
    std::size_t workspace_bytes(const sparse_conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const sparse_conv2d_task &task) const override;
    configuration default_configuration(const sparse_conv2d_task &task) const override;
    sparse_conv2d_program generate(const sparse_conv2d_task &task, const configuration &chosen,
                                   const std::string &name) const override;
};

} // namespace tiramisu::nn
