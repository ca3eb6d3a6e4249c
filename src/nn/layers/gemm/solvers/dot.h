#pragma once

#include "nn/layers/gemm/solver.h"

namespace tiramisu::nn {

/// Products of few columns as dot products, along which the lanes of vectors lie. Rows of a are
/// read once, where they are; b is turned so that its columns lie as they do.
///
///     parallel for blocks of row_tiles tiles of rows
///         for tiles of rows rows by columns columns
///             partial sums of each lane of vectors vectors, over all of k    registers
///             c = post-ops of their sums
class dot_gemm : public gemm_solver {
public:
    std::string name() const override { return "dot"; }
    std::string why_not(const gemm_task &task) const override;
    /// Where packed tiles, whose lanes are columns, would be mostly empty.
    bool is_for_rule(const gemm_task &task) const override;
    std::size_t workspace_bytes(const gemm_task &task, const configuration &chosen) const override;
    std::vector<tunable> tunables(const gemm_task &task) const override;
    /// Of one column, one row at a time in 4 vectors: a comes from memory as one stream. Else about
    /// 4 columns, and as many rows as fill the registers. A block for each thread.
    configuration default_configuration(const gemm_task &task) const override;
    gemm_program generate(const gemm_task &task, const configuration &chosen,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
