#pragma once

#include "core/meaning/gpu_kernels.h"

namespace tiramisu::core {

/// Throws user_error where a window is to lie in memory of a GPU by name, and the loops around it
/// are not those that have such memory.
void require_named_memory(const function_state &function);

/// The same of buffers that tag_gpu_shared() and so on are called of, in loops that have been
/// annotated.
void require_tagged_memory(const function_state &function, const analysis &now,
                           const std::vector<device_kernel> &kernels, const poly::ast &loops);

} // namespace tiramisu::core
