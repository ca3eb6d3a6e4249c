#pragma once

#include "nn/layers/conv2d_backward_data/solver.h"

namespace tiramisu::nn {

/// The convolution with its roles exchanged: each position of the result adds to what it was made
/// of, in an image with its zeros around. Solves everything; what the others are compared with.
class naive_backward_data : public backward_data_solver {
public:
    std::string name() const override { return "naive"; }
    std::string why_not(const backward_data_task &) const override { return {}; }
    std::size_t workspace_bytes(const backward_data_task &task,
                                const configuration &) const override;
    std::vector<tunable> tunables(const backward_data_task &) const override { return {}; }
    configuration default_configuration(const backward_data_task &) const override { return {}; }
    packed_program generate(const backward_data_task &task, const configuration &,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
