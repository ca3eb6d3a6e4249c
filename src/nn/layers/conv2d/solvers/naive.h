#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// The loops of the definition, one stage after another. Solves everything but poolings of narrow
/// numbers; what the others are compared with.
class naive_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "naive"; }
    bool computes(element_type type) const override { return type != element_type::s32; }
    std::string why_not(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &task, const configuration &) const override;
    std::vector<tunable> tunables(const conv2d_task &) const override { return {}; }
    configuration default_configuration(const conv2d_task &) const override { return {}; }
    conv2d_program generate(const conv2d_task &task, const configuration &,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
