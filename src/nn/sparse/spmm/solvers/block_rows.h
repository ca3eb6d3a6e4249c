#pragma once

#include "nn/sparse/spmm/solver.h"

namespace tiramisu::nn {

/// Blocks of rows of a and few columns of b: lanes are the rows of a block, so that values are
/// loaded as they lie, and what they meet is one element of b for all of them:
///
///     parallel for rows i of blocks
///         for l of the row's blocks, `unrolled` at a time, columns j
///             sums[u][j][r] += values[l + u][r] * b[offsets[l + u]][j]      in registers
///         c = post-ops of the sums
class block_rows_spmm : public spmm_solver {
public:
    std::string name() const override { return "block_rows"; }
    std::string why_not(const spmm_task &task) const override;
    /// Of one column, or of blocks that fill vectors of at least four lanes.
    bool is_for_rule(const spmm_task &task) const override;
    std::size_t workspace_bytes(const spmm_task &task, const configuration &chosen) const override;
    /// "unrolled": blocks with sums of their own, so that none waits for the one before it.
    std::vector<tunable> tunables(const spmm_task &task) const override;
    configuration default_configuration(const spmm_task &task) const override;
    spmm_program generate(const spmm_task &task, const configuration &chosen,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
