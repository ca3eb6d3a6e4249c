#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::oracle {

/// Whether a statement is a barrier for the threads of a block, or has some in it.
bool is_barrier(const lower::hir::Stmt &stmt);
int barrier_count(const lower::hir::Stmt &stmt);

/// The same without the barrier of this number, counted from 0 in the order of the text.
lower::hir::Stmt without_barrier(const lower::hir::Stmt &stmt, int number);

} // namespace tiramisu::oracle
