#pragma once

#include "nn/recurrent/solver.h"

namespace tiramisu::nn {

/// The recurrence as it is written, step after step of layer after layer. Solves everything; what
/// the others are compared with.
class naive_recurrent : public recurrent_solver {
public:
    std::string name() const override { return "naive"; }
    std::string why_not(const recurrent_task &) const override { return {}; }
    std::size_t workspace_bytes(const recurrent_task &task, const configuration &) const override;
    std::vector<tunable> tunables(const recurrent_task &) const override { return {}; }
    configuration default_configuration(const recurrent_task &) const override { return {}; }
    recurrent_program generate(const recurrent_task &task, const configuration &,
                               const std::string &name) const override;
};

} // namespace tiramisu::nn
