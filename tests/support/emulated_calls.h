#pragma once

#include <string>
#include <vector>

#include "support/temporary_folder.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {

/// How a call of a function for another kind of processor ended.
struct emulated_result {
    int status = 0;
    std::string error; ///< what the function told
};

/// Calls of functions that were compiled for 64-bit Arm, made by one program under an emulator.
class emulated_calls {
public:
    /// What is missing on this machine to make such calls; empty if nothing is.
    static std::string missing();

    /// Where the functions lie: <name>.o, <name>.h.
    const std::string &folder() const { return folder_.path(); }

    /// Buffers are memory of the caller's, which stays until run() has put the results there. Each
    /// ends at a page that may not be touched.
    void add(const std::string &function, const std::vector<jit_argument> &arguments);

    /// Makes all calls in the order in which they were added, and forgets them. Throws io_error
    /// where the program cannot be linked, or does not come to its end.
    std::vector<emulated_result> run();

private:
    struct call {
        std::string function;
        std::vector<jit_argument> arguments;
    };
    temporary_folder folder_;
    std::vector<call> calls_;

    std::vector<std::string> functions() const;
    void link() const;
    void write_calls() const;
    std::vector<emulated_result> read_results() const;
};

} // namespace tiramisu::testing
