#pragma once

#include <map>
#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "support/memory.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// What LLVM gets of a function: after all passes, parallel loops still loops. Throws what
/// compile() throws.
lower::hir::Stmt lowered(function &made, const std::vector<buffer *> &arguments);

/// What lowered code does to memory that it must not, or what it computes that is not `after`;
/// empty if it does all right. `scalars` has values of the function's scalar arguments.
std::string fault_of(const lower::hir::Stmt &body, const std::vector<buffer *> &arguments,
                     const std::map<std::string, value> &scalars, const memory &before,
                     const memory &after);

} // namespace tiramisu::oracle
