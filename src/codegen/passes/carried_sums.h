#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// In loops whose every iteration adds the element of the one before to other terms, that element
/// is added last, by an operation that nothing moves: all the rest is computed while the processor
/// waits for it. LLVM, which may reorder the sum, would add it first, and an iteration would take
/// as long as all of its additions. Factors of the sum, as of a mean, become those of its terms.
hir::Stmt add_carried_elements_last(const hir::Stmt &stmt);

/// Whether the statement has operations that nothing may move.
bool has_fixed_operations(const hir::Stmt &stmt);

} // namespace tiramisu::lower
