#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Tells the runtime before each allocation on the heap for what in `function` it is. Halide's
/// report of one that fails names nothing.
hir::Stmt announce_allocations(const hir::Stmt &stmt, const std::string &function);

} // namespace tiramisu::lower
