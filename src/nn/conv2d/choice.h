#pragma once

#include "nn/conv2d/solvers.h"

namespace tiramisu::nn {

/// The solver and configuration that options ask for: by name; where it is "auto", what their
/// results know to be fastest, else by the rule. Layouts are the task's. Throws user_error.
conv2d_choice chosen_for(const conv2d_task &task, const conv2d_options &how, source_place where);

} // namespace tiramisu::nn
