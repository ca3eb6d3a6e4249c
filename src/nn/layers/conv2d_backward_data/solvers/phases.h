#pragma once

#include "nn/layers/conv2d_backward_data/solver.h"

namespace tiramisu::nn {

/// Each phase of rows and columns of the image by itself, as a convolution without strides by those
/// elements of the kernel that the phase meets: with stride 2, four phases of a quarter of the
/// image. No product has a factor that only strides made zero.
///
///     padded = diff_dst with zeros around
///     for phases
///         parallel for images, groups, rows of the phase
///             for blocks of c_vectors vectors of channels, for blocks of x columns
///                 for elements of the kernel, filters                     sums in registers
///                     sums[x][c] += weights[f, ky, kx][c] * padded[f, row of ky, x of kx]
///                 diff_src = the sums
///
/// Weights lie as they are read, c_vectors vectors for each ky, kx, f.
class phases_backward_data : public backward_data_solver {
public:
    std::string name() const override { return "phases"; }
    std::string why_not(const backward_data_task &task) const override;
    std::size_t workspace_bytes(const backward_data_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const backward_data_task &task) const override;
    /// The best_tile() of one row of the first phase.
    configuration default_configuration(const backward_data_task &task) const override;
    packed_program generate(const backward_data_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
