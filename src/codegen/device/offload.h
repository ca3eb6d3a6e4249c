#pragma once

#include <string>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// Compiles the kernels of the function `name` for the target's device, and puts in the place of
/// each a call of the runtime that starts it. Throws unsupported_error where a kernel has what the
/// device's language has not.
hir::Stmt offload_kernels(const hir::Stmt &body, const core::program &program,
                          const std::string &name, const Halide::Target &target);

} // namespace tiramisu::lower
