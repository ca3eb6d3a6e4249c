#pragma once

#include <map>
#include <string>

namespace tiramisu::lower {

/// What one kernel takes, as `ptxas -v` tells.
struct kernel_resources {
    long registers = 0; ///< of a thread
    long spill_store_bytes = 0,
         spill_load_bytes = 0; ///< of a thread, of values that had no register
    long stack_bytes = 0;      ///< of a thread
    long shared_bytes = 0;     ///< of a block, without those that it gets when it is started
};

/// The kernels that the text tells of, by name. Functions that kernels call are none.
std::map<std::string, kernel_resources> read_assembler_report(const std::string &text);

} // namespace tiramisu::lower
