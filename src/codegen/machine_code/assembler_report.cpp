#include "codegen/machine_code/assembler_report.h"

#include <regex>
#include <sstream>

namespace tiramisu::lower {

namespace {

/// The number that the pattern's one group finds in the line; 0 if there is none.
long number_in(const std::string &line, const std::regex &pattern) {
    std::smatch found;
    return std::regex_search(line, found, pattern) ? std::stol(found[1]) : 0;
}

} // namespace

std::map<std::string, kernel_resources> read_assembler_report(const std::string &text) {
    static const std::regex entry("Compiling entry function '([^']+)'"),
        properties("Function properties for (\\S+)"), stack("(\\d+) bytes stack frame"),
        stores("(\\d+) bytes spill stores"), loads("(\\d+) bytes spill loads"),
        used("Used (\\d+) registers"), shared("(\\d+) bytes smem");
    std::map<std::string, kernel_resources> kernels;
    std::string kernel, function; // that the lines are about
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        if (std::regex_search(line, found, entry)) {
            kernel = found[1];
        } else if (std::regex_search(line, found, properties)) {
            function = found[1];
        } else if (std::regex_search(line, stack) && function == kernel) {
            kernel_resources &of = kernels[kernel];
            of.stack_bytes = number_in(line, stack);
            of.spill_store_bytes = number_in(line, stores);
            of.spill_load_bytes = number_in(line, loads);
        } else if (std::regex_search(line, used)) {
            kernels[kernel].registers = number_in(line, used);
            kernels[kernel].shared_bytes = number_in(line, shared);
        }
    }
    return kernels;
}

} // namespace tiramisu::lower
