#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// A gather whose lanes are runs of neighbours, all equally long, as dense loads side by side:
/// processors load a vector faster than its lanes. Undefined for other loads, and for masked ones.
Halide::Expr loads_of_runs(const hir::Load &gather);

} // namespace tiramisu::lower
