#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Loops, stores and calls that make one function. LLVM takes more than twice the time for a
/// function of twice the length.
constexpr int largest_function = 200;

/// Puts parts of long sequences that stand in no loop into parallel loops of one iteration each:
/// lower_parallel_tasks makes them functions, which the runtime calls on the thread where it is.
hir::Stmt cut_long_sequences(const hir::Stmt &stmt);

} // namespace tiramisu::lower
