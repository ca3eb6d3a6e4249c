#pragma once

#include <array>
#include <string>
#include <vector>

#include "codegen/device/offload.h"
#include "codegen/machine_code/assembler_report.h"
#include "codegen/machine_code/cuda_tools.h"
#include "codegen/machine_code/disassembly.h"
#include "codegen/machine_code/instruction_mix.h"
#include "codegen/machine_code/occupancy.h"

namespace tiramisu::lower {

/// What became of one kernel on one machine.
struct kernel_code {
    std::string name;
    std::array<long, 3> threads{}; ///< of a block: x, y, z
    long shared_bytes = 0;         ///< of a block
    kernel_resources resources;
    occupancy running;
    hot_loop hottest;
    kernel_disassembly disassembly;

    long all_threads() const { return threads[0] * threads[1] * threads[2]; }
};

/// The machine of this name ("sm_90") or, if it is empty, one that the kernels for the target are
/// sure to run on: of the target's capability, and at least of that with which the assemblers of
/// CUDA 13 begin. Throws user_error about the call, which lists those that are known.
const multiprocessor &machine_called(const std::string &name, const Halide::Target &target,
                                     const core::public_call &call);

/// Assembles kernels, which are in PTX, in the order of `kernels`.
std::vector<kernel_code> machine_code(const offloaded_function &kernels,
                                      const multiprocessor &machine, const cuda_tools &tools,
                                      const core::public_call &call);

/// A few lines about a kernel, indented: what it takes, how many blocks run at once and why no
/// more, and the loop that works most.
std::string summary_of(const kernel_code &kernel);

} // namespace tiramisu::lower
