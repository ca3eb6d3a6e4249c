#pragma once

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"
#include "codegen/loops/dense_lanes.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// The loop nest as a Halide statement. `parameters` holds the program's scalars and constants.
/// What is left over of vectors runs in masked ones where the processor has these.
///
/// Loops keep the kind that the schedule gives them with these exceptions, which run serially: a
/// vectorized or unrolled loop whose extent is not known now, a loop of one iteration, and a
/// vectorized loop of more than 4096 iterations (longer vectors are not what anybody means).
hir::Stmt ast_to_stmt(const core::program &program, const poly::ast &ast,
                      const environment &parameters, name_supply &supply,
                      const masked_elements &have_masks);

} // namespace tiramisu::lower
