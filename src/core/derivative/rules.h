#pragma once

#include <vector>

#include "tiramisu/expr.h"

// The derivative of each operation: Griewank and Walther, Evaluating Derivatives, 2nd ed., table
// 3.3.

namespace tiramisu::core {

/// The type in which the derivative by a value is computed: the value's own, or float32 where
/// memory has it in 16 bits.
primitive_t adjoint_type(primitive_t value);

/// Whether a change of the node's value can be passed on to its operands at all. False of what is
/// flat between jumps (comparisons, floor, casts to integers) and of what is no float.
bool is_differentiable(const expr &node);

/// Whether the operation has a rule; C functions have none, and select() is not one but a choice
/// between two expressions.
bool has_derivative(op_t op);

/// What each operand of the operation `node` gets of `weight`, the derivative by its value: weight
/// * d node / d operand. `value` is the node's value, which may be read where it is stored rather
/// than computed again.
std::vector<expr> operand_derivatives(const expr &node, const expr &value, const expr &weight);

} // namespace tiramisu::core
