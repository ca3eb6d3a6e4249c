#pragma once

#include "codegen/buffers.h"
#include "codegen/halide.h"

namespace tiramisu::lower {

/// Largest temporary that lies on the stack, in bytes. Only those of known size do.
constexpr std::int64_t largest_stack_buffer = 64 * 1024;

/// Allocates a temporary around `body`. Halide frees it at the end of `body`, and on every error
/// in it.
hir::Stmt allocate(const buffer_layout &buffer, hir::Stmt body);

} // namespace tiramisu::lower
