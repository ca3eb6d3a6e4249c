#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Whether Halide's vectors would store what no lane is to store: an element that all lanes have in
/// common, in a branch that is the same for all of them inside of one that is not. Halide gives the
/// condition around to what differs between lanes only.
bool loses_conditions(const hir::Stmt &body, const std::string &lane);

} // namespace tiramisu::lower
