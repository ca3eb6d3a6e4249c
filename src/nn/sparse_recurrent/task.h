#pragma once

#include <string>

#include "nn/program/machine.h"
#include "tiramisu/nn/recurrent_problem.h"

namespace tiramisu::nn {

/// What a solver is asked to solve: a recurrent layer, whatever pattern its weights have.
struct sparse_recurrent_task {
    recurrent_problem problem; ///< checked, with steps and sequences
    machine on;

    /// What it is called in performance databases.
    std::string perf_key() const { return "sparse_" + problem.text(); }
};

} // namespace tiramisu::nn
