#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Whether lanes of a vectorized loop add up into elements that do not each get the same number of
/// lanes, one beside the other: the index of an atomic store divides the lane by what does not
/// divide the number of lanes, or is a remainder. Halide takes such elements for a vector of fewer
/// lanes, which loses some, and writes beside others.
bool reduces_unevenly(const hir::Stmt &body, const std::string &lane, std::int64_t lanes);

} // namespace tiramisu::lower
