#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// Which rules for floats a pass is for: see options::strict_float.
enum class float_rules { any, strict, fast };

/// One step from the loop nest as scheduled to what LLVM gets.
struct pass {
    std::string name;
    hir::Stmt (*run)(const hir::Stmt &);
    float_rules rules = float_rules::any; ///< skipped under others
};

/// The passes, in the order in which they run.
const std::vector<pass> &passes();

/// Runs all passes, and shows what `how` asks for under the topic "pass".
hir::Stmt run_passes(hir::Stmt stmt, const options &how);

} // namespace tiramisu::lower
