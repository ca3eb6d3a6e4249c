#pragma once

#include "codegen/environment.h"
#include "codegen/halide.h"
#include "codegen/names.h"
#include "core/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// The loop nest as a Halide statement. `parameters` holds the program's scalars and constants.
///
/// Loops keep the kind that the schedule gives them with these exceptions, which run serially: a
/// vectorized or unrolled loop whose extent is not known now, a loop of one iteration, and a
/// vectorized loop of more than 4096 iterations (longer vectors are not what anybody means).
hir::Stmt ast_to_stmt(const core::program &program, const poly::ast &ast,
                      const environment &parameters, name_supply &supply);

} // namespace tiramisu::lower
