#pragma once

#include "nn/sparse/conv2d/solver.h"

namespace tiramisu::nn {

/// The loops of the definition on a copy of the images with zeros around them. Solves everything;
/// what the others are compared with.
class naive_sparse_conv2d : public sparse_conv2d_solver {
public:
    std::string name() const override { return "naive"; }
    std::string why_not(const sparse_conv2d_task &) const override { return {}; }
    std::size_t workspace_bytes(const sparse_conv2d_task &task,
                                const configuration &) const override;
    std::vector<tunable> tunables(const sparse_conv2d_task &) const override { return {}; }
    configuration default_configuration(const sparse_conv2d_task &) const override { return {}; }
    sparse_conv2d_program generate(const sparse_conv2d_task &task, const configuration &,
                                   const std::string &name) const override;
};

} // namespace tiramisu::nn
