#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// The machine that `text` names (see options::target), with the features that object files need:
/// the runtime is a library, not a part of every object. Throws unsupported_error with what is
/// known if the text names nothing that this version compiles for.
Halide::Target parse_target(const std::string &text);

/// The same for code that runs in this process; also refuses what this processor lacks.
Halide::Target parse_jit_target(const std::string &text);

} // namespace tiramisu::lower
