#pragma once

#include "nn/program/machine.h"
#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// What a solver is asked to solve.
struct conv2d_task {
    conv2d_problem problem; ///< completed
    conv2d_layouts layouts;
    machine on;

    /// Of one group.
    int channels() const { return problem.ic / problem.g; }
    int filters() const { return problem.oc / problem.g; }
};

} // namespace tiramisu::nn
