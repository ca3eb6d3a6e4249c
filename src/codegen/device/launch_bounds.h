#pragma once

#include <map>
#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// What ptxas is told of a kernel, so that it knows how many registers a thread can have.
struct launch_bounds {
    int threads[3] = {1, 1, 1};
    int blocks = 1; ///< that are to be on one multiprocessor at once
};

/// Those of a kernel that is started with so many threads, which are constants. Where its threads
/// keep many elements in registers, as many blocks as have room for these: while one waits at a
/// barrier, another one computes.
launch_bounds launch_bounds_of(const hir::Stmt &kernel, const Halide::Expr (&threads)[3]);

/// PTX in which each kernel of that name has its bounds ("PTX ISA", Performance-Tuning Directives:
/// .maxntid, .minnctapersm).
std::string with_launch_bounds(const std::string &ptx,
                               const std::map<std::string, launch_bounds> &kernels);

} // namespace tiramisu::lower
