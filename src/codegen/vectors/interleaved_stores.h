#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Neighbouring stores of vectors with a stride that together fill a piece of one buffer become one
/// dense store. Halide's own pass also gathers stores that have others between them, although their
/// values may load what those write; here it sees neighbours only.
hir::Stmt interleave_neighbouring_stores(const hir::Stmt &stmt);

} // namespace tiramisu::lower
