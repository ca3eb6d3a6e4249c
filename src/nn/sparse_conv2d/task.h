#pragma once

#include <string>

#include "nn/conv2d/task.h"
#include "tiramisu/nn/sparse_conv2d.h"

namespace tiramisu::nn {

/// What a solver is asked to solve: a convolution, whatever pattern its weights have.
struct sparse_conv2d_task {
    conv2d_problem problem; ///< completed; one group
    conv2d_layouts layouts;
    machine on;
    double density; ///< of weights that it is cut for

    conv2d_task dense() const { return {problem, layouts, on}; }
    /// Of one filter.
    int kernel_elements() const { return problem.kh * problem.kw; }

    /// What it is called in performance databases.
    std::string perf_key() const {
        return "sparse_" + dense().perf_key() + " density=" + std::to_string(density);
    }
};

} // namespace tiramisu::nn
