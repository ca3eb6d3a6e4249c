#pragma once

#include <string>

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// The function that packs weights for what a solver made. Where that takes them as they are, it
/// copies them, so that callers need not know.
program packing_for(const conv2d_task &task, const conv2d_program &made, const std::string &name);

} // namespace tiramisu::nn
