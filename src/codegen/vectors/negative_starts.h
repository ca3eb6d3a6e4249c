#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Vectors that begin or, run backward, end at a constant element before 0, in lanes that are off,
/// get a name for their start: Halide fails on the constant ("internal error" where it marks what
/// they may alias). No simplification may follow.
hir::Stmt name_negative_starts(const hir::Stmt &stmt);

} // namespace tiramisu::lower
