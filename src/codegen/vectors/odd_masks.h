#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Masked vectors of one lane more than whole machine vectors get another lane, which is off:
/// Halide cuts them by the machine's width, and LLVM has no masked access to a single element.
hir::Stmt pad_odd_masks(const hir::Stmt &stmt);

} // namespace tiramisu::lower
