#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/environment.h"
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

/// All places of loops; a loop comes after those around it.
std::vector<placed_loop> placed_loops(const core::program &program, const poly::ast &ast);

/// The variable that counts a loop, and the values that it takes.
struct loop_counter {
    std::string name;
    loop_range range;
};

/// A place where a statement stands in the code.
struct placed_statement {
    std::string id;
    environment names;                  ///< parameters, and the statement's iterators
    std::vector<std::string> around;    ///< keys of the loops around it, outermost first
    std::vector<loop_counter> counters; ///< of these loops
    std::vector<Halide::Expr> branches; ///< conditions that hold there
};

std::vector<placed_statement> placed_statements(const core::program &program, const poly::ast &ast);

} // namespace tiramisu::lower
