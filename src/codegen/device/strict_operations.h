#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// For PTX: float operations that are to be rounded one by one, as options::strict_float asks,
/// become instructions that say how they round, which neither LLVM nor ptxas fuses or reorders
/// ("PTX ISA", Floating Point Instructions: add, mul, div). Those of 16-bit floats are float32's
/// by then.
hir::Stmt with_strict_operations(const hir::Stmt &kernel);

} // namespace tiramisu::lower
