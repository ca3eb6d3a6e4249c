#pragma once

#include "codegen/halide.h"
#include "core/program.h"
#include "polyhedral/ast.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// The body of the C function after all passes: argument checks, constants, temporaries, loops.
/// Parallel loops are still loops.
hir::Stmt lower_body(const core::program &program, const poly::ast &ast, const options &how);

/// The program as a Halide module: the C function, which is called `name`, and one internal
/// function for the body of each parallel loop.
Halide::Module lower(const core::program &program, const poly::ast &ast, const options &how,
                     const Halide::Target &target, const std::string &name,
                     Halide::LinkageType linkage);

} // namespace tiramisu::lower
