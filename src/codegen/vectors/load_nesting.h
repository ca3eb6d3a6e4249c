#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Whether so many loads are inside of each other, as indices, that what looks at the index of each
/// as a whole would take too long: Halide's simplification of one takes time with the square of
/// their number. No index that deep is one of neighbours or strides.
bool has_deep_loads(const hir::Stmt &stmt);
bool has_deep_loads(const Halide::Expr &value);

} // namespace tiramisu::lower
