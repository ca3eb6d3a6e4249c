#pragma once

#include "core/program/program.h"
#include "core/program/state.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// Loops that would make more code than can be compiled in a short time become serial, and a note
/// with the function names the command: unrolled ones of too many copies, together with the
/// unrolled loops around them; outer ones of vectorized loops with masks, whose lanes together are
/// more than a processor has masks for; and where lanes that are switched on and off access memory
/// by themselves too often, the unrolled loops around, then the vectors.
void bound_code_size(core::function_state &function, const core::program &program, poly::ast &ast);

} // namespace tiramisu::lower
