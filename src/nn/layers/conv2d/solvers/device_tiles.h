#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// Convolutions on a GPU, as products of weights and of what pixels read, whose tiles are put
/// together in shared memory. Rows of tiles are filters, columns are pixels of all images, and
/// their depth counts channels. Weights are packed with filters innermost.
///
///     for groups
///         blocks of threads: tiles of rows filters x columns pixels
///             for positions in the kernel
///                 for tiles of depth channels
///                     weights_tile, read = what they multiply, a tile ahead    shared memory
///                     threads: rectangles of sums += weights_tile * read       registers
///             threads: dst = post-ops of sums + bias
class device_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "device_tiles"; }
    std::string why_not(const conv2d_task &task) const override;
    /// Groups of few filters would leave most of a tile empty.
    bool is_for_rule(const conv2d_task &task) const override;
    /// Shared memory, of a block.
    std::size_t workspace_bytes(const conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// default_device_tile() of up to 64 columns: the addresses of a pixel take registers, too.
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
