#pragma once

#include "codegen/halide.h"

namespace tiramisu::codegen {

/// Renames the variables that are defined in `stmt` so that names depend on the statement alone:
/// Halide's passes take theirs from a counter that runs through the whole process.
hir::Stmt rename_variables(const hir::Stmt &stmt);

} // namespace tiramisu::codegen
