#pragma once

#include "nn/layers/gemm/solver.h"

namespace tiramisu::nn {

/// The product by write_blocked_product(). A constant b is packed beforehand.
class packed_gemm : public gemm_solver {
public:
    std::string name() const override { return "packed"; }
    std::string why_not(const gemm_task &) const override { return ""; }
    std::size_t workspace_bytes(const gemm_task &task, const configuration &chosen) const override;
    std::vector<tunable> tunables(const gemm_task &task) const override;
    /// default_product_blocks()
    configuration default_configuration(const gemm_task &task) const override;
    gemm_program generate(const gemm_task &task, const configuration &chosen,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
