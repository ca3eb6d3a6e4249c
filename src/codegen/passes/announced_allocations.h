#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Tells the runtime before each allocation on the heap which buffer of `function` it is for:
/// Halide's own report of an allocation that fails names nothing.
hir::Stmt announce_allocations(const hir::Stmt &stmt, const std::string &function);

} // namespace tiramisu::lower
