#pragma once

#include <functional>

#include "codegen/device/offload.h"
#include "codegen/expressions/buffers.h"
#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// The body of the C function after all passes: argument checks, constants, temporaries, loops.
/// Parallel loops are still loops.
hir::Stmt lower_body(const core::program &program, const poly::ast &ast, const options &opts,
                     const Halide::Target &target);

/// What a function does between its checks and its end.
using nest_maker =
    std::function<hir::Stmt(const buffer_table &, const environment &, name_supply &)>;

/// The same of a program whose loops are made some other way. All temporaries are allocated around
/// them.
hir::Stmt lower_body(const core::program &program, const nest_maker &make, const options &opts,
                     const Halide::Target &target);

/// The program as a Halide module: the C function, which is called `name`, and one internal
/// function for the body of each parallel loop.
Halide::Module lower(const core::program &program, const poly::ast &ast, const options &opts,
                     const Halide::Target &target, const std::string &name,
                     Halide::LinkageType linkage);

/// The kernels of a body that was lowered before and has some, and what is left of it.
offloaded_function offloaded(const core::program &program, const hir::Stmt &body,
                             const Halide::Target &target, const std::string &name);

/// The module of a body that was lowered before.
Halide::Module module_of(const core::program &program, const hir::Stmt &body, const options &opts,
                         const Halide::Target &target, const std::string &name,
                         Halide::LinkageType linkage);

/// Adds a function to a module, and one for the body of each of its parallel loops.
void append_with_tasks(Halide::Module &module, const hir::LoweredFunc &function);

} // namespace tiramisu::lower
