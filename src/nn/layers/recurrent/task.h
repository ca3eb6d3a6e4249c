#pragma once

#include "nn/framework/program/machine.h"
#include "tiramisu/nn/recurrent_problem.h"

namespace tiramisu::nn {

/// What a solver is asked to solve.
struct recurrent_task {
    recurrent_problem problem; ///< checked, with steps and sequences
    machine target;

    /// What it is called in performance databases.
    std::string perf_key() const { return problem.text(); }
};

} // namespace tiramisu::nn
