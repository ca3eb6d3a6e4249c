#pragma once

#include <vector>

#include "tiramisu/expr.h"

namespace tiramisu::core {

/// Brings the operands of `op` to a common type (literals adapt if exact, int32 widens to int64)
/// and returns the type of the result. Throws user_error if the types do not go together.
primitive_t unify_operands(op_t op, std::vector<expr> &operands);

/// Whether it stands for what is no value: an address, a copy or a place in the order.
bool is_no_value(const expr &node);

/// Throws user_error where an operand has no value: none was given, or it is an address.
void require_values(op_t op, const std::vector<expr> &operands);

/// How many operands an operation takes.
std::size_t arity(op_t op);

/// True if the literal's value is a value of `type`.
bool is_exact(const expr &literal, primitive_t type);

/// "p_boolean, p_int8, ... or p_bfloat16", for errors.
std::string types_of_values();

/// Throws user_error where a number that is no enumerator was made a type.
void require_type(const std::string &subject, const std::string &call, primitive_t type,
                  source_place where);

/// Of these, all that are not for memory alone.
std::string types_of_scalars();

/// The literal with the same value in `type`.
expr converted_literal(const expr &literal, primitive_t type);

} // namespace tiramisu::core
