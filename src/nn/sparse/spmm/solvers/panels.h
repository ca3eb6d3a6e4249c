#pragma once

#include "nn/sparse/spmm/solver.h"

namespace tiramisu::nn {

/// Panels of neighbouring columns of b, which are lanes; the sums of a row in a panel stay in
/// registers, or those of all rows r of one of a's blocks:
///
///     for panels of `vectors` vectors, in parallel for chunks of rows
///         panel[p][j] = b, perhaps turned
///         for blocks of `depth` columns of a, rows i
///             for l of the row's non-zeros in the block
///                 sums[r][j] += values[l][r] * panel[offsets[l]][j]
///             c = post-ops of the sums
///
/// Where a panel has so few vectors that one multiply-add would wait for the one before it, several
/// non-zeros have sums of their own.
class panels_spmm : public spmm_solver {
public:
    std::string name() const override { return "panels"; }
    std::string why_not(const spmm_task &) const override { return ""; }
    std::size_t workspace_bytes(const spmm_task &task, const configuration &chosen) const override;
    /// "vectors" of a panel; "depth"; "copy": whether panels are copied, so that their rows are
    /// neighbours in memory, where b could be read in place.
    std::vector<tunable> tunables(const spmm_task &task) const override;
    /// - "vectors": all of up to 4, else nearly 4; so few that 16 hold the sums of a block's rows;
    /// - "depth": as many columns as keep a panel in the first-level cache, but so many that a row
    ///   has 48 non-zeros in them to pay for loading and storing its sums; all where these are more
    ///   than half;
    /// - "copy": unless b lies by rows of whole vectors and a column of a has less than 8
    /// non-zeros;
    ///   then a panel has all vectors of up to 16 sums.
    configuration default_configuration(const spmm_task &task) const override;
    spmm_program generate(const spmm_task &task, const configuration &chosen,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
