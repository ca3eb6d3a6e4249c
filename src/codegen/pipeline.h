#pragma once

#include <string>
#include <vector>

#include "codegen/halide.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// One step from the loop nest as scheduled to what LLVM gets.
struct pass {
    std::string name;
    hir::Stmt (*run)(const hir::Stmt &);
    bool is_for_strict_floats = false; ///< skipped unless options::strict_float
};

/// The passes, in the order in which they run.
const std::vector<pass> &passes();

/// Runs all passes, and shows what `how` asks for under the topic "pass".
hir::Stmt run_passes(hir::Stmt stmt, const options &how);

} // namespace tiramisu::lower
