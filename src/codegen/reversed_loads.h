#pragma once

#include "codegen/halide.h"

namespace tiramisu::lower {

/// Masked loads of ramps that run backward from a constant to below 0, in lanes that are off,
/// become gathers: Halide fails on the ramps ("internal error" where it marks what they may alias).
hir::Stmt gather_reversed_loads(const hir::Stmt &stmt);

} // namespace tiramisu::lower
