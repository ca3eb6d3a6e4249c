#pragma once

#include <string>

#include "nn/framework/program/machine.h"
#include "tiramisu/nn/gemm.h"

namespace tiramisu::nn {

/// What a solver is asked to solve.
struct gemm_task {
    gemm_problem problem;
    bool constant_b = false; ///< and may be packed beforehand
    machine target;

    /// What it is called in performance databases.
    std::string perf_key() const { return problem.text() + (constant_b ? " constant_b=1" : ""); }
};

} // namespace tiramisu::nn
