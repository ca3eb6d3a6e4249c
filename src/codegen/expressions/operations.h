#pragma once

#include <vector>

#include "codegen/expressions/expressions.h"
#include "codegen/expressions/halide.h"
#include "tiramisu/expr.h"

// What the language promises of its operations, where Halide's differ: integers wrap, division
// rounds down, shifts go by the amount modulo the width, a boolean of a number is whether it is not
// 0.

namespace tiramisu::lower {

/// Whether it is a sum or a difference.
bool is_sum(const Halide::Expr &value);

/// As a value of the type.
Halide::Expr converted(const Halide::Expr &value, Halide::Type type);

/// The node's operation on operands x, which are of equal types already, int32 and int64 widened.
/// Math functions are those of floats: other operands are converted to the result's type.
Halide::Expr operation_on(const std::vector<Halide::Expr> &x, const expr_node &node,
                          arithmetic kind);

} // namespace tiramisu::lower
