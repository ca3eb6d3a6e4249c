#pragma once

#include <string>
#include <vector>

#include "support/subprocess.h"
#include "tiramisu/report.h"

namespace tiramisu::tool {

/// What came of running a generator.
struct generator_run {
    std::vector<report> reports; ///< a call of code generation each, in order
    support::process_end ended;  ///< its output has standard error, too
};

/// Runs the generator in this folder, with its relative outputs going to a folder that is removed
/// afterwards. `settings` is passed as TIRAMISU_REPORT_SET, `axes` as TIRAMISU_REPORT_AXES. Throws
/// failure if it cannot be run.
generator_run run_generator(const std::string &program, const std::vector<std::string> &arguments,
                            const std::string &settings, const std::string &axes);

} // namespace tiramisu::tool
