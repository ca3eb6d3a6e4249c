#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Renames the variables that are defined in `stmt` so that names depend on the statement alone:
/// Halide's passes take theirs from a counter that runs through the whole process.
hir::Stmt rename_variables(const hir::Stmt &stmt);

/// The same for the functions that run the bodies of parallel loops, which are called
/// <prefix>_parallel_loop_<number> then, and for the function `entry` that starts them.
void rename_tasks(const std::string &prefix, std::vector<hir::LoweredFunc> &tasks,
                  hir::Stmt &entry);

} // namespace tiramisu::lower
