#pragma once

#include "nn/layers/gemm/product_blocks.h"
#include "nn/layers/gemm/solver.h"

namespace tiramisu::nn {

/// A solver that is no more than write_blocked_product(), with panels of some form. A constant b is
/// packed beforehand.
class product_solver : public gemm_solver {
public:
    std::size_t workspace_bytes(const gemm_task &task, const configuration &chosen) const override;
    std::vector<tunable> tunables(const gemm_task &task) const override;
    /// default_product_blocks()
    configuration default_configuration(const gemm_task &task) const override;
    gemm_program generate(const gemm_task &task, const configuration &chosen,
                          const std::string &name) const override;

protected:
    virtual product_form form_of(const gemm_task &task) const = 0;
};

} // namespace tiramisu::nn
