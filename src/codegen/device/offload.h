#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// What a kernel is started with. A grid has three dimensions, of which x is the first.
struct kernel_launch {
    std::string name;
    Halide::Expr blocks[3] = {1, 1, 1}, threads[3] = {1, 1, 1};
    Halide::Expr shared_bytes = 0; ///< that the threads of a block share
    int blocks_at_once = 1;        ///< that are to be on one multiprocessor
};

/// A function whose kernels are compiled.
struct offloaded_function {
    hir::Stmt host;   ///< calls the runtime where kernels were
    std::string text; ///< of all kernels: PTX or OpenCL C
    std::vector<kernel_launch> kernels;
};

/// Compiles the kernels of the function `name` for the target's device, and puts in the place of
/// each a call of the runtime that starts it. Throws unsupported_error where a kernel has what the
/// device's language has not.
offloaded_function offload_kernels(const hir::Stmt &body, const core::program &program,
                                   const std::string &name, const Halide::Target &target);

} // namespace tiramisu::lower
