#pragma once

#include <string>
#include <vector>

#include "polyhedral/isl.h"

// Functions and conditions as isl's syntax trees, in the form that code has.

namespace tiramisu::poly {

/// The operation at the root of an expression that is one.
isl_ast_expr_op_type operation_of(const isl::ast_expr_op &expression);

/// A function without a domain, { [] -> [value] }, over its parameters.
isl::ast_expr as_expression(const isl::pw_aff &value);
/// { [i, j] -> [value] } over iterators of these names, with min and max where they serve.
isl::ast_expr as_expression(const isl::pw_aff &value, const std::vector<std::string> &iterators);
/// { : condition on parameters }
isl::ast_expr as_condition(const isl::set &parameters);

} // namespace tiramisu::poly
