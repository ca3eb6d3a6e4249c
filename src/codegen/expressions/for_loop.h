#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// A loop over [first, first + extent), where its type makes it run: on the processor, or on
/// whatever device the target has.
hir::Stmt for_loop(const std::string &name, const Halide::Expr &first, const Halide::Expr &extent,
                   hir::ForType type, const hir::Stmt &body);

/// Whether a loop lies in the statement, other than on lanes.
bool has_loops(const hir::Stmt &stmt);

/// Whether a statement is a kernel: its outermost loop, which runs on blocks of a device.
bool is_kernel(const hir::Stmt &stmt);

/// Whether there are kernels in the statement.
bool has_kernels(const hir::Stmt &stmt);

/// Whether arrays are allocated in the statement.
bool has_allocations(const hir::Stmt &stmt);

} // namespace tiramisu::lower
