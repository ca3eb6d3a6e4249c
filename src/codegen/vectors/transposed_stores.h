#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Neighbouring stores of vectors with a stride, each next to the elements of the one before,
/// become stores of a short vector for each lane: filters of an image in planes, several columns of
/// it at a time. One store of four elements takes the place of four, and LLVM, whose time grows
/// with the square of their number, sees a quarter of them.
hir::Stmt transpose_neighbouring_stores(const hir::Stmt &stmt);

} // namespace tiramisu::lower
