#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Throws unsupported_error where a loop is to run on a device or a temporary to lie in its memory;
/// else returns the statement as it is. For targets that have none.
hir::Stmt refuse_device_code(const hir::Stmt &stmt);

} // namespace tiramisu::lower
