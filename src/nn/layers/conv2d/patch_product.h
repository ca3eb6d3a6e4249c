#pragma once

#include "nn/layers/conv2d/solver.h"
#include "nn/layers/gemm/product_blocks.h"

namespace tiramisu::nn {

/// Convolution as a product of matrices: a row for each position of the result in any image holds
/// the patch that the kernel meets there, a column for each filter its weights. The product is that
/// of packed matrices (write_blocked_product()), so that patches are gathered as panels are packed
/// and lie nowhere as a whole:
///
///     padded = all images with zeros around, channels last
///     for groups
///         for blocks of filters, blocks of depth of the patches
///             parallel for blocks of row_tiles tiles of positions
///                 panels = patches of the block                      second-level cache
///                 for tiles of filters, tiles of positions
///                     sums of the tile over the block's depth        registers
///                     dst = post-ops of dst + sums
///
/// Where images are small, tiles reach from one row or image to the next, and weights are read
/// once for all images.
class patch_product_solver : public conv2d_solver {
public:
    std::string why_not(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// default_product_blocks(), which begin where vectors of channels do.
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;

protected:
    /// Of the panels.
    virtual product_form form_of(const conv2d_task &task) const = 0;
};

} // namespace tiramisu::nn
