#pragma once

#include "nn/layers/gemm/solver.h"

namespace tiramisu::nn {

/// Products on a GPU. Matrices are read where they are.
///
///     blocks of threads: tiles of rows x columns of c
///         for tiles of depth of the sums
///             a_tile, b_tile = parts of a and b, a tile ahead      shared memory
///             threads: rectangles of sums += a_tile * b_tile      registers
///         threads: c = post-ops of c + sums
class device_gemm : public gemm_solver {
public:
    std::string name() const override { return "device_tiles"; }
    std::string why_not(const gemm_task &task) const override;
    /// Of few rows, most of a tile would be empty.
    bool is_for_rule(const gemm_task &task) const override;
    /// Shared memory, of a block.
    std::size_t workspace_bytes(const gemm_task &task, const configuration &chosen) const override;
    std::vector<tunable> tunables(const gemm_task &task) const override;
    /// default_device_tile() of up to 128 columns; of 64 where what is added to sums, and post-ops,
    /// would take registers that 8 x 8 sums of a thread leave to nobody.
    configuration default_configuration(const gemm_task &task) const override;
    gemm_program generate(const gemm_task &task, const configuration &chosen,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
