#pragma once

#include <memory>
#include <vector>

#include "nn/conv2d/solver.h"

namespace tiramisu::nn {

/// All solvers, in the order in which the rule asks them: the first that can is taken. The last one
/// can do everything.
const std::vector<std::unique_ptr<const conv2d_solver>> &all_conv2d_solvers();

/// A solver and the values of its parameters.
struct conv2d_choice {
    const conv2d_solver *solver = nullptr;
    configuration values;
};

/// What `solver` ("auto", or a name) and `values` (empty for the solver's own) ask for. Throws
/// user_error where that cannot be.
conv2d_choice choose(const conv2d_task &task, const std::string &solver, const std::string &values,
                     source_place where);

} // namespace tiramisu::nn
