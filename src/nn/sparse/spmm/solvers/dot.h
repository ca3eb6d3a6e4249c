#pragma once

#include "nn/sparse/spmm/solver.h"

namespace tiramisu::nn {

/// Dot products of rows of a and few columns of b, which lie together: lanes are neighbouring
/// non-zeros, whose elements of b are gathered.
///
///     parallel for rows i, for columns j
///         for l of the row's non-zeros, `lanes` at a time
///             sums[lane] += values[l + lane] * b[offsets[l + lane]][j]      in registers
///         c = post-ops of the sums of all lanes, and of the non-zeros that are left
class dot_spmm : public spmm_solver {
public:
    std::string name() const override { return "dot"; }
    std::string why_not(const spmm_task &task) const override;
    bool is_for_rule(const spmm_task &task) const override;
    std::size_t workspace_bytes(const spmm_task &task, const configuration &chosen) const override;
    std::vector<tunable> tunables(const spmm_task &task) const override;
    configuration default_configuration(const spmm_task &task) const override;
    spmm_program generate(const spmm_task &task, const configuration &chosen,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
