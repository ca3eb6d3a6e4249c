#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Of a serial loop whose whole body runs under a condition `r == e` on its iterator, or `r < 1`
/// where it counts from 0, and `e` is the same in all iterations, only the iteration `e` is left,
/// if the loop has one of this number: instances at places that are read from memory cost one step
/// each, however many there could be.
hir::Stmt run_named_iterations(const hir::Stmt &stmt);

} // namespace tiramisu::lower
