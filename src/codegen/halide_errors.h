#pragma once

#include <string>

#include "codegen/halide.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

/// Runs `body`, and throws what Halide refuses in it as unsupported_error, and Halide's broken
/// invariants as internal_error, both naming the function.
template <typename Body>
void restating_halide_errors(const std::string &function, Body body) {
    try {
        body();
    } catch (const Halide::CompileError &refused) {
        throw unsupported_error("function \"" + function + "\"", "",
                                std::string("the code generator refuses it: ") + refused.what());
    } catch (const Halide::Error &broken) {
        throw internal_error("function \"" + function +
                             "\": code generation failed: " + broken.what());
    }
}

} // namespace tiramisu::lower
