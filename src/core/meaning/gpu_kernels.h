#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// A loop on a GPU, and what of the GPU's grid it takes.
struct device_loop {
    poly::shared_loop loop;
    poly::device_dimension of;
};

/// The loops of one kernel: those on blocks, each directly inside the one before, and those on
/// threads in chains of the same form.
struct device_kernel {
    poly::shared_loop whole; ///< the outermost loop
    std::vector<device_loop> blocks;
    std::vector<std::vector<device_loop>> threads;
};

/// The kernels of the schedule as it stands. Throws user_error where loops on a GPU stand so that
/// no kernel can run them, and where a kernel is larger than a GPU's limits.
std::vector<device_kernel> device_kernels(const function_state &function, const analysis &now);

/// Pairs of statements of the kernel of which instances in two threads of one block may touch one
/// element, that of the first one earlier.
std::vector<std::pair<std::string, std::string>> exchanging_statements(const analysis &now,
                                                                       const device_kernel &kernel);

/// Notes all of this in the loops.
void annotate_kernels(const function_state &function, const analysis &now, poly::ast &loops);

} // namespace tiramisu::core
