#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Whether Halide's vectorizer would lose a condition on a store: one to an element that all lanes
/// share, in a branch that all lanes take alike, inside of a branch that they do not. Halide
/// applies the outer condition only to what differs between lanes.
bool loses_conditions(const hir::Stmt &body, const std::string &lane);

} // namespace tiramisu::lower
