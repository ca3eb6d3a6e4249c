#pragma once

#include <vector>

#include "codegen/buffers.h"
#include "codegen/halide.h"
#include "core/program.h"

namespace tiramisu::lower {

/// The arguments of the C function: buffers, then scalars by value.
std::vector<hir::LoweredArgument> function_arguments(const core::program &program);

/// Defines the memory of each buffer argument, its run-time sizes and its strides around `body`.
hir::Stmt bind_arguments(const core::program &program, const buffer_table &buffers, hir::Stmt body);

/// Checks to run before anything of the function: each buffer must be there, have memory, the
/// type, rank and extents that the program declares (halide_buffer_t's dimension 0 is the last size
/// of the program), and lie densely; 32-bit indices must reach every element. A check that fails
/// reports its text and returns its code (see runtime/argument_errors.h).
hir::Stmt argument_checks(const core::program &program, const buffer_table &buffers);

/// The program's own checks, to run once its constants are computed.
hir::Stmt storage_checks(const core::program &program, const environment &names);

} // namespace tiramisu::lower
