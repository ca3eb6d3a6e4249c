#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Serial loops whose iterations each add up the lanes of a vector, and add that to one element,
/// keep a sum for each lane instead, and add these up once, after the last iteration. So do minima
/// and maxima, of integers as well. It is for floats whose sums may be reordered. What is not one
/// instruction for each lane, such as products of 16-bit floats that are added up in pairs, stays
/// as it is.
hir::Stmt keep_sums_in_lanes(const hir::Stmt &stmt);

} // namespace tiramisu::lower
