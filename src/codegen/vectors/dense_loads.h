#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Makes vectors of vectors flat. Halide also turns a gather whose indices lie in a small range
/// into a load of the whole range and a shuffle. It takes the range from bounds that may be too
/// wide, and so may read before a buffer or behind it: here such a load stays only where some lane
/// reads the first element of the range and some lane the last. Other gathers of runs become the
/// loads of these.
hir::Stmt flatten_vectors(const hir::Stmt &stmt);

} // namespace tiramisu::lower
