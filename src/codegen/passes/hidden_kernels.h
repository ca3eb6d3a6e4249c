#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// What `run` makes of the statement with a call in the place of each kernel, which then come back
/// as they were: for passes that know loops of the processor alone.
hir::Stmt without_kernels(const hir::Stmt &stmt, hir::Stmt (*run)(const hir::Stmt &));

} // namespace tiramisu::lower
