#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Lanes that are off have any value, which may be 0 in one place and not in another. Where vectors
/// of integers are divided, they are 1: machines that divide lane by lane stop at a division by 0.
hir::Stmt settle_divisions(const hir::Stmt &stmt);

} // namespace tiramisu::lower
