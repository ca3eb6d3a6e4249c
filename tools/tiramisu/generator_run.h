#pragma once

#include <string>
#include <vector>

#include "tiramisu/report.h"

namespace tiramisu::tool {

/// What came of running a generator.
struct generator_run {
    std::vector<report> reports; ///< a call of code generation each, in order
    int status = 0;              ///< exit status; 128 + n where signal n ended it
    std::string output;          ///< standard output and standard error
};

/// How a process with this status ended: "exit status 3", "ended by signal 6, Aborted".
std::string ending(int status);

/// Runs the generator in this folder, with its relative outputs going to a folder that is removed
/// afterwards. `settings` is passed as TIRAMISU_REPORT_SET, `axes` as TIRAMISU_REPORT_AXES. Throws
/// failure if it cannot be run.
generator_run run_generator(const std::string &program, const std::vector<std::string> &arguments,
                            const std::string &settings, const std::string &axes);

} // namespace tiramisu::tool
