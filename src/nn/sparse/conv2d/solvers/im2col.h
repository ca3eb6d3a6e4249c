#pragma once

#include "nn/sparse/conv2d/solver.h"

namespace tiramisu::nn {

/// Sparse convolution as a product of a sparse matrix and one that has a row for each element of a
/// patch, a column for each position of the result. Vectors are neighbouring positions, which reach
/// from one row of the result to the next, so that all loads are aligned and all lanes but those of
/// a block's last vector have work:
///
///     parallel for images or blocks of rows of the result
///         patches[c, ky, kx][position] = what the positions of the block meet
///         for tiles of x vectors of positions, blocks of c elements of a patch, filters
///             for k of the filter's non-zeros in the block                sums in registers
///                 sums[v] += values[k] * patches[offsets[k] + v]
///             dst = post-ops of the sums
///
/// With one block for an image this is im2col; with blocks of a tile, spatial packing.
class im2col_sparse_conv2d : public sparse_conv2d_solver {
public:
    std::string name() const override { return "im2col"; }
    std::string why_not(const sparse_conv2d_task &task) const override;
    /// Never: few filters use an element of a patch, and that seldom pays for copying it.
    bool is_for_rule(const sparse_conv2d_task &) const override { return false; }
    std::size_t workspace_bytes(const sparse_conv2d_task &task,
                                const configuration &chosen) const override;
    /// "rows" of the result in a block, and of a tiling "c", elements of a patch at once, and "x".
    std::vector<tunable> tunables(const sparse_conv2d_task &task) const override;
    /// As many rows as keep their patches in half of the second-level cache, but blocks for all
    /// threads; the tile and the elements at once are default_tiling()'s.
    configuration default_configuration(const sparse_conv2d_task &task) const override;
    sparse_conv2d_program generate(const sparse_conv2d_task &task, const configuration &chosen,
                                   const std::string &name) const override;
};

} // namespace tiramisu::nn
