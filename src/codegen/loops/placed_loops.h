#pragma once

#include <string>
#include <vector>

#include "codegen/loops/loop_range.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// A place where a loop stands in the code.
struct placed_loop {
    std::string key; ///< in ast::loops
    loop_range range;
    std::vector<std::string> around; ///< keys of the loops around it, outermost first
};

/// All of them, a loop after those around it.
std::vector<placed_loop> placed_loops(const core::program &program, const poly::ast &ast);

} // namespace tiramisu::lower
