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

/// What a generator is to report besides what it always does.
struct report_request {
    std::string settings; ///< TIRAMISU_REPORT_SET
    std::string axes;     ///< TIRAMISU_REPORT_AXES
    std::string kernels;  ///< TIRAMISU_REPORT_KERNELS
};

/// Runs the generator in this folder, with its relative outputs going to a folder that is removed
/// afterwards. Throws failure if it cannot be run.
generator_run run_generator(const std::string &program, const std::vector<std::string> &arguments,
                            const report_request &asked);

/// What a generator that failed says: the text of the exception that nobody caught, or else how it
/// ended; and what it had printed.
std::string failure_text(const support::process_end &ended);

} // namespace tiramisu::tool
