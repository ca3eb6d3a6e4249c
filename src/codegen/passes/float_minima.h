#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Keeps Halide's simplifier from taking a common term out of a minimum or maximum of floats. Of
/// min(x, (y + x) + 1e9) it makes (x + min(y, -1e9)) + 1e9, which costs the digits of x that 1e9
/// has no room for.
hir::Stmt keep_terms_in_minima(const hir::Stmt &stmt);

} // namespace tiramisu::lower
