#pragma once

#include <string>

#include "nn/framework/program/machine.h"

namespace tiramisu::nn {

/// What a solver of layers that have nothing to pack is asked to solve.
template <typename Problem>
struct tensor_task {
    Problem problem; ///< completed
    machine target;

    /// What it is called in performance databases.
    std::string perf_key() const { return problem.text(); }
};

} // namespace tiramisu::nn
