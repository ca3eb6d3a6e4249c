#pragma once

#include <vector>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// The statements of a block in the order in which they run, none of them a block; of another
/// statement, the statement itself.
std::vector<hir::Stmt> block_steps(const hir::Stmt &stmt);

} // namespace tiramisu::lower
