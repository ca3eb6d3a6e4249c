#pragma once

#include "core/program/program.h"
#include "core/program/state.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// Loops that would make more code than can be compiled in a short time become serial, and a note
/// with the function names the command: unrolled ones of too many copies, together with the
/// unrolled loops around them, and outer ones of vectorized loops with masks, whose lanes together
/// are more than a processor has masks for.
void bound_code_size(core::function_state &function, const core::program &program, poly::ast &ast);

} // namespace tiramisu::lower
