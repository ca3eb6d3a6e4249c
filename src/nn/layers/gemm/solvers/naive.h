#pragma once

#include "nn/layers/gemm/solver.h"

namespace tiramisu::nn {

/// The sums of the definition, row by row; all others are compared with it.
class naive_gemm : public gemm_solver {
public:
    std::string name() const override { return "naive"; }
    bool computes(element_type type) const override { return type != element_type::s32; }
    std::string why_not(const gemm_task &) const override { return ""; }
    std::size_t workspace_bytes(const gemm_task &task, const configuration &) const override;
    std::vector<tunable> tunables(const gemm_task &) const override { return {}; }
    configuration default_configuration(const gemm_task &) const override { return {}; }
    gemm_program generate(const gemm_task &task, const configuration &,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
