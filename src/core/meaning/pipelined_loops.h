#pragma once

#include "core/meaning/gpu_kernels.h"

namespace tiramisu::core {

/// Notes of pipelined loops which windows are filled one iteration ahead: those that one statement
/// copies or computes in each iteration. Throws user_error where a loop has none, where what fills
/// it reads what the same kernel writes, which it could miss, and where a pipelined loop is in no
/// kernel.
void annotate_pipelines(const function_state &function, const analysis &now,
                        const std::vector<device_kernel> &kernels, poly::ast &loops);

} // namespace tiramisu::core
