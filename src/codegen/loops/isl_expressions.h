#pragma once

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "polyhedral/isl.h"

namespace tiramisu::lower {

/// An isl AST expression in Halide's terms. Integers are computed in 32 bits, or in 64 where a
/// literal, a parameter or an iterator far from 0 needs it; comparisons and logic give Bool.
Halide::Expr to_halide(const isl::ast_expr &value, const environment &names);

/// The same for a bound, from which others are computed: what is computed in 64 bits keeps 64.
Halide::Expr to_bound(const isl::ast_expr &value, const environment &names);

/// The same as a Bool: isl writes conditions that always hold as the number 1.
Halide::Expr to_condition(const isl::ast_expr &value, const environment &names);

} // namespace tiramisu::lower
