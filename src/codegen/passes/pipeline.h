#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// One step from the loop nest as scheduled to what LLVM gets.
struct pass {
    std::string name;
    hir::Stmt (*run)(const hir::Stmt &);
    bool (*when)(const Halide::Target &) = nullptr; ///< the targets it is for; null: all
};

/// All passes, in the order in which they run.
const std::vector<pass> &passes();

/// Those that run for the target.
std::vector<pass> passes_for(const Halide::Target &target);

/// Runs these, and shows what `how` asks for under the topic "pass".
hir::Stmt run_passes(hir::Stmt stmt, const options &how, const Halide::Target &target);

} // namespace tiramisu::lower
