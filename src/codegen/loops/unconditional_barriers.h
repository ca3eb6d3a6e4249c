#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// What waits for the other threads of a block, and fences all memory, of the block and of the
/// device.
hir::Stmt barrier();

/// The body of a kernel, in which all conditions around barriers are the same for all threads of a
/// block, with every barrier under no condition: what stands before it and after it is divided, and
/// each part has the condition to itself. A loop with barriers makes no iteration where its
/// condition does not hold.
///
/// Threads would meet at the barriers either way, but PoCL 3.1 gives wrong results where a
/// condition on the block's number stands around one. Conditions are computed again, so they may
/// read nothing that the kernel writes.
hir::Stmt without_conditions_on_barriers(const hir::Stmt &body);

/// The same for a block of one thread, which waits for none.
hir::Stmt without_barriers(const hir::Stmt &body);

} // namespace tiramisu::lower
