#pragma once

#include <string>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// A C function `name` that takes the addresses of what a function of a sequence works on, then its
/// scalars, and calls it, as `callee`, with the descriptors that it needs. All calls of it go
/// there: each is little code, however many there are.
hir::LoweredFunc caller_of(const core::program &function, const std::string &callee,
                           const std::string &name);

} // namespace tiramisu::lower
