#pragma once

#include <vector>

#include "codegen/buffers.h"
#include "codegen/halide.h"
#include "core/program.h"

namespace tiramisu::lower {

/// The arguments of the C function: buffers, then scalars by value.
std::vector<hir::LoweredArgument> function_arguments(const core::program &program);

/// The halide_buffer_t that is passed for a buffer.
Halide::Expr structure_of(const buffer_layout &buffer);

/// The address of its first element.
Halide::Expr memory_of(const buffer_layout &buffer);

} // namespace tiramisu::lower
