#pragma once

#include "core/meaning/gpu_kernels.h"

namespace tiramisu::core {

/// Notes of pipelined loops which windows are filled one iteration ahead: those that are copied in
/// each iteration. Throws user_error where a loop has none, where what is copied is written in the
/// same kernel, so that an earlier copy could miss it, and where a pipelined loop is in no kernel or
/// runs on one thread.
void annotate_pipelines(const function_state &function, const analysis &now,
                        const std::vector<device_kernel> &kernels, poly::ast &loops);

} // namespace tiramisu::core
