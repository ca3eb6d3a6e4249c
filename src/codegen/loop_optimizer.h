#pragma once

#include "codegen/expressions/halide.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// The target with LLVM's vectorizer and unroller of loops, for vectors of the target's whole
/// width, where the schedule leaves registers to the compiler; the target as it is where it says
/// what they hold (`poly::ast`): there LLVM would unroll what is meant to be as it is written (ADR
/// 0010).
Halide::Target with_loop_optimizer(const Halide::Target &target, const poly::ast &loops);

/// The target without that vectorizer where LLVM would make wrong code of its vectors
/// (`extends_several_widths`).
Halide::Target without_mixed_vectors(const Halide::Target &target, const hir::Stmt &body);

} // namespace tiramisu::lower
