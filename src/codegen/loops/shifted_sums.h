#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Whether lanes of a vectorized loop add up into elements that an inner loop counts, which begins
/// elsewhere in each lane. Lanes may then meet in one element, for which Halide counts no lanes: it
/// divides by their number.
bool sums_are_shifted(const hir::Stmt &body, const std::string &lane);

} // namespace tiramisu::lower
