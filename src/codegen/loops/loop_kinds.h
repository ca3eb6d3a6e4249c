#pragma once

#include "codegen/expressions/halide.h"
#include "codegen/loops/loop_range.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// What the schedule says of a loop, with isl's name for it where it gives none.
poly::loop_info info_of(const poly::ast &ast, const isl::ast_node_for &node);

/// How a loop of `extent` iterations runs: as `kind` says, if that can be done.
hir::ForType for_type(poly::loop_kind kind, const Halide::Expr &extent);

/// Lanes of a loop that runs with some of them off; 0 of other loops.
int lanes_of(const poly::loop_info &info, const loop_range &range);

/// The iterations of a loop when it has as many as it can have: `whole_width` of them.
loop_range whole_range(const poly::loop_info &info, const loop_range &range);

/// Whether the loop over `range`, of `extent` iterations, has all those of `whole_range`. Of one
/// that is a vector then, `at_once`, this is said so that Halide runs the iterations of the loop
/// around where it does apart, without asking in each.
Halide::Expr is_whole(const poly::loop_info &info, const loop_range &range,
                      const Halide::Expr &extent, const hir::Stmt &at_once);

} // namespace tiramisu::lower
