#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// Direct convolution of images with channels next to each other, which reads them where they
/// lie: for few channels of a group, where a copy with zeros around it costs as much as the sums.
/// Columns of the result at which the same columns of the kernel lie inside of the image are a
/// band, a nest of its own:
///
///     parallel for images, blocks of groups that share lines of memory, rows y
///         for the band inside
///             for groups, vectors of filters, tiles of x columns
///                 for ky inside of the image, channels
///                     for x, kx                                       sums in registers
///                         sums[x] += weights[ky, c, kx] * src[y + ky, x + kx, c]
///         for bands at the borders
///             the same for tiles of g groups and few columns
///
/// Lanes are filters of a group. An element of the image that neighbouring columns meet is loaded
/// once for all of them.
class in_place_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "in_place"; }
    std::string why_not(const conv2d_task &task) const override;
    /// Of blocks of channels: where groups have few of them, and where a kernel is one column wide,
    /// so that the rows of it outside of the image are left out and no column has a border.
    bool is_for_rule(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &, const configuration &) const override {
        return 0;
    }
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// Tiles of equal columns, as many as registers have room for; groups for eight sums at the
    /// border.
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
