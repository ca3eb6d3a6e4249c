#pragma once

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "tiramisu/expr.h"

namespace tiramisu::lower {

/// An index as to_halide() makes it, but where numbers far from 0 take each other away: an iterator
/// is taken from where it begins before Halide sees the sum, which it may divide into parts that
/// leave 32 bits where the sum does not.
Halide::Expr to_index(const expr &value, const environment &names, const Halide::Expr &guard);

} // namespace tiramisu::lower
