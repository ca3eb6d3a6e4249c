#pragma once

#include "core/program/program.h"

namespace tiramisu::lower {

/// Throws user_error, placed at `where`, if a statement calls a C function that code in this
/// process cannot find. LLVM would print its name, and refuse the module without it.
void require_outside_functions(const core::program &program, source_place where);

} // namespace tiramisu::lower
