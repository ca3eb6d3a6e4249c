#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Vectorized loops in kernels stay where they become vectors of 16 bytes at most, loaded and
/// stored at elements a constant number apart and under one condition: devices' languages have no
/// others. The other loops are unrolled, which does the same.
hir::Stmt settle_kernel_vectors(const hir::Stmt &stmt);

} // namespace tiramisu::lower
