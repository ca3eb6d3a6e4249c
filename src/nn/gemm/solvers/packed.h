#pragma once

#include "nn/gemm/solver.h"

namespace tiramisu::nn {

/// The product in blocks whose parts of a and b are packed for the caches (Goto, van de Geijn:
/// Anatomy of high-performance matrix multiplication, 2008, section 5):
///
///     for blocks of column_tiles tiles of columns
///         for blocks of depth of the sums
///             b_panels = b's part, tile by tile                      third-level cache
///             parallel for blocks of row_tiles tiles of rows
///                 a_panels = a's part, tile by tile                  second-level cache
///                 for tiles of vectors vectors of columns
///                     for tiles of rows rows
///                         sums of the tile over the block's depth    registers
///                         c = post-ops of c + sums
///
/// Tiles at the edges are computed whole, with zeros, and stored in part. A constant b is packed
/// beforehand.
class packed_gemm : public gemm_solver {
public:
    std::string name() const override { return "packed"; }
    std::string why_not(const gemm_task &) const override { return ""; }
    std::size_t workspace_bytes(const gemm_task &task, const configuration &chosen) const override;
    std::vector<tunable> tunables(const gemm_task &task) const override;
    /// The best_tile(), depths of about 1024, a's block in half of the second-level cache, b's in
    /// 8 MiB.
    configuration default_configuration(const gemm_task &task) const override;
    gemm_program generate(const gemm_task &task, const configuration &chosen,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
