#pragma once

#include <functional>
#include <string>

#include "core/program/program.h"
#include "core/program/state.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

/// Where a program comes from, for the texts of errors.
struct program_origin {
    source_place where; ///< the call that generates code
    /// The schedule of a computation as C++, empty if it has none.
    std::function<std::string(const std::string &computation)> commands;
};

program_origin origin_of(const core::function_state &function, source_place where);

/// Runs `generate`, and throws what is wrong in it with the function, the computations and the
/// commands on them: what Halide refuses as unsupported_error; Halide's broken invariants, and what
/// stops the thread in which run_guarded() runs a part of it, as internal_error. `attempt`
/// generates code of a part of the program, and serves to find the computation that it fails for.
void locating_errors(const core::program &program, const program_origin &from,
                     const std::function<void()> &generate,
                     const std::function<void(const core::program &)> &attempt);

} // namespace tiramisu::lower
