#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Whether lanes of a vectorized loop all add one term to one element, from inside of a vectorized
/// loop whose lanes have elements of their own. Halide gives a term the lanes of those loops alone
/// that it depends on: sums over all lanes have no type then.
bool repeats_terms(const hir::Stmt &body, const std::string &lane);

} // namespace tiramisu::lower
