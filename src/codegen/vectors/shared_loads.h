#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Makes the index of a load depend on the lane, at no other element, where only its mask does.
/// Halide's vectorizer takes a mask that is wider than its index for an error. The step comes right
/// before it, since a simplification would undo it.
hir::Stmt widen_shared_loads(const hir::Stmt &stmt);

} // namespace tiramisu::lower
