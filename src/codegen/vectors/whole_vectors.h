#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Accesses of masked vectors to arrays on the stack become whole ones, where LLVM can keep the
/// array in registers but for the masks. Lanes that are off write back what they find; where nobody
/// reads them, they write anything. To be done when nothing is simplified any more: a sum of which
/// some lanes are taken would become one with a value of which some lanes are taken, and no
/// multiply-add.
hir::Stmt make_vectors_whole(const hir::Stmt &stmt);

} // namespace tiramisu::lower
