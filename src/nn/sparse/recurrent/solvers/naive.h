#pragma once

#include "nn/sparse/recurrent/solver.h"

namespace tiramisu::nn {

/// Step after step, unit after unit, sequence after sequence. Solves everything; what the others
/// are compared with.
class naive_sparse_recurrent : public sparse_recurrent_solver {
public:
    std::string name() const override { return "naive"; }
    std::string why_not(const sparse_recurrent_task &) const override { return {}; }
    std::size_t workspace_bytes(const sparse_recurrent_task &task,
                                const configuration &) const override;
    std::vector<tunable> tunables(const sparse_recurrent_task &) const override { return {}; }
    configuration default_configuration(const sparse_recurrent_task &) const override { return {}; }
    sparse_recurrent_program generate(const sparse_recurrent_task &task, const configuration &,
                                      const std::string &name) const override;
};

} // namespace tiramisu::nn
