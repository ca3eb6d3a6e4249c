#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Has arrays lie on the heap that Halide does not put on the stack, whatever it is told: those of
/// more than 16 KiB. It asks halide_malloc() for them, once a call of the function, and where that
/// has no memory, it takes some of the stack after all, which it then frees as if it were the
/// heap's (Halide 21, pseudostack_alloc). An array on the heap ends the function with an error.
hir::Stmt put_large_arrays_on_heap(const hir::Stmt &stmt);

} // namespace tiramisu::lower
