#pragma once

#include "nn/sparse/spmm/solver.h"

namespace tiramisu::nn {

/// The sums of the definition, row by row; all others are compared with it.
class naive_spmm : public spmm_solver {
public:
    std::string name() const override { return "naive"; }
    std::string why_not(const spmm_task &) const override { return ""; }
    std::size_t workspace_bytes(const spmm_task &task, const configuration &) const override;
    std::vector<tunable> tunables(const spmm_task &) const override { return {}; }
    configuration default_configuration(const spmm_task &) const override { return {}; }
    spmm_program generate(const spmm_task &task, const configuration &,
                          const std::string &name) const override;
};

} // namespace tiramisu::nn
