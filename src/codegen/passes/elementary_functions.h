#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Exponentials, logarithms and powers of float32 for all numbers. Halide's own, which run on
/// lanes, are for those between: its exponential counts powers of two in 32 bits, so that from
/// 2^31 ln 2 on it gives 0; its logarithm takes numbers below the least normal one, and infinity,
/// for others; neither passes on what is no number. Powers that are small whole constants become
/// products; hyperbolic tangents, for which it calls a function for each lane, run on lanes, too.
hir::Stmt complete_elementary_functions(const hir::Stmt &stmt);

} // namespace tiramisu::lower
