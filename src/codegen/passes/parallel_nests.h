#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Marks serial loops with parallel loops inside for the runtime, which has one team of threads for
/// all of those: each becomes the only iteration of a parallel loop that begins at rt::nest_mark.
/// Loops that call functions of the user stay as they are; those may have threads of their own.
hir::Stmt mark_parallel_nests(const hir::Stmt &stmt);

} // namespace tiramisu::lower
