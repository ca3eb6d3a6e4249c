#pragma once

#include <vector>

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// A value that loops need before they run, computed by the first of its sources that is valid, in
/// the type that it has in memory. A source that is not valid may read outside of its buffers.
Halide::Expr run_time_value(const core::program &program,
                            const std::vector<poly::value_source> &sources,
                            const environment &names);

/// The value as loops take it: the nearest number of 32 bits, so that what is empty stays so.
Halide::Expr as_bound(const Halide::Expr &value);

/// Ends the function with an error where the value, a bound that `source` computes, is so far
/// outside of 32 bits that iterations would be missing.
hir::Stmt bound_check(const core::program &program, const poly::value_source &source,
                      const Halide::Expr &value);

} // namespace tiramisu::lower
