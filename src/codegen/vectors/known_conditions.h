#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Makes elements that conditions and masks are made of 0 where they are not read. LLVM takes such
/// an element, and all that is computed of it, for anything: false && (element > 0), too.
hir::Stmt make_conditions_known(const hir::Stmt &stmt);

} // namespace tiramisu::lower
