#pragma once

#include "core/program/program.h"
#include "core/program/state.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// A loop has to have a number of iterations that is known while compiling to run on the lanes of
/// vectors, unless it is masked. Notes with the function which vectorized loops have none in any
/// of the places where they stand, and so run one by one.
void note_scalar_vectors(core::function_state &function, const core::program &program,
                         const poly::ast &ast);

} // namespace tiramisu::lower
