#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tiramisu/function.h"

namespace tiramisu::lower {

/// A call of code generation.
struct generation {
    std::vector<buffer *> arguments;
    std::string name; ///< of the C function in the object
    std::string object;
    options opts;
    source_place where;
};

/// Runs `generate`. Where the environment variable TIRAMISU_REPORT names a folder, writes there
/// what the call was about, as JSON: algorithm, schedule, dependences, loops, pictures, statement,
/// the files that were written, or why the schedule was refused. One file a call,
/// <number>_<function>.json, numbers from 1. TIRAMISU_REPORT_SET ("n=16,m=4") gives scalar
/// arguments the values that they have in the pictures. TIRAMISU_REPORT_KERNELS asks for code of
/// kernels, too: "ptx,sass=sm_90".
void run_with_report(function &what, const generation &call, const std::function<void()> &generate);

} // namespace tiramisu::lower
