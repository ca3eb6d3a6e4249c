#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// Winograd's convolution F(m x m, kh x kw): the result in tiles of m x m, each by (m + kh - 1) (m
/// + kw - 1) products where the definition needs kh kw m^2. Of kernels that are one element wide
/// (high) tiles are lines: F(m, kh), m + kh - 1 products for kh m.
///
///     parallel for images, groups, blocks of t_block rows of tiles
///         padded = rows of the image that the block meets, with zeros around
///         spectrum[a, b] = bt padded bt^T of each tile
///         for blocks of f_vectors vectors of filters
///             products[a, b] = sum over c of weights[a, b] * spectrum[a, b]  sums in registers
///             dst = post-ops of at products at^T
///
/// Weights are transformed when they are packed. Results differ from those of the definition by up
/// to 1e-5 (m = 2) or 1e-4 (m = 4) of the largest one. An infinity or NaN in the image
/// spreads over the tiles that it is part of.
class winograd_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "winograd"; }
    std::string why_not(const conv2d_task &task) const override;
    /// Where exactness is relaxed, tiles save work, and lanes of filters as well as of channels are
    /// full.
    bool is_for_rule(const conv2d_task &task) const override;
    double relative_work(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// default_winograd_tiling().
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
