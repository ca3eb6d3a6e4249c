#pragma once

#include "nn/framework/tensor_layer/solver.h"
#include "nn/layers/conv2d_backward_weights/tensors.h"

namespace tiramisu::nn {

/// Sums of several vectors of channels and several filters stay in registers over rows of the
/// result; vectors are of the image, and an element of the gradient is met by all lanes. Of each
/// element of the kernel only the positions are visited at which it meets the image, so that
/// nothing has to lie around it.
///
///     blocks = all images, channels in blocks, where they do not lie so
///     parallel for blocks of filters
///         for blocks of channels
///             tile = 0
///             for images, blocks of rows, elements of the kernel
///                 for rows, columns
///                     tile += channels of blocks * filters of diff_dst        registers
///             diff_weights = tile
///
/// For channels of a group that fill vectors, and filters that can be cut into tiles.
class direct_backward_weights : public layer_solver<backward_weights_task, program> {
public:
    using task = backward_weights_task;

    std::string name() const override { return "direct"; }
    std::string why_not(const task &of) const override;
    std::size_t workspace_bytes(const task &of, const configuration &chosen) const override;
    /// Vectors of channels and filters of a tile, and rows of a block.
    std::vector<tunable> tunables(const task &of) const override;
    configuration default_configuration(const task &of) const override;
    program generate(const task &of, const configuration &chosen,
                     const std::string &name) const override;
};

/// A product of matrices for each group: a row for each filter, a column for each channel and
/// element of the kernel, and a product for each position in any image. It is that of packed
/// matrices (write_blocked_product()): patches are gathered as panels are packed, and lie nowhere
/// as a whole.
///
///     padded = all images with zeros around, channels last
///     for groups, blocks of columns, blocks of positions
///         panels = elements of the image that the block meets
///         parallel for blocks of filters
///             gradients = those of the block
///             for tiles of columns, tiles of filters
///                 sums of the tile over the block's positions             registers
///                 product += sums
///     diff_weights = product, as weights lie
class product_backward_weights : public layer_solver<backward_weights_task, program> {
public:
    using task = backward_weights_task;

    std::string name() const override { return "product"; }
    std::string why_not(const task &) const override { return {}; }
    std::size_t workspace_bytes(const task &of, const configuration &chosen) const override;
    std::vector<tunable> tunables(const task &of) const override;
    /// That of products of matrices.
    configuration default_configuration(const task &of) const override;
    program generate(const task &of, const configuration &chosen,
                     const std::string &name) const override;
};

/// The loops of the definition. Solves everything; what the others are compared with.
class naive_backward_weights : public tensor_solver<conv2d_backward_weights_problem> {
public:
    std::string name() const override { return "naive"; }
    std::size_t workspace_bytes(const task &of, const configuration &) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

} // namespace tiramisu::nn
