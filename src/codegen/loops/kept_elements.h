#pragma once

#include <set>
#include <string>

#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"

namespace tiramisu::lower {

/// A serial loop that loads an element of each of the buffers before its first iteration and stores
/// it after its last one, where all of its iterations update that element (poly::loop_info tells).
/// A buffer whose element is not written with one index, unconditionally, stays as it is.
hir::Stmt keep_elements(const hir::Stmt &loop, const std::set<std::string> &buffers,
                        name_supply &supply);

} // namespace tiramisu::lower
