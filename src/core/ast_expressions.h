#pragma once

#include "polyhedral/isl.h"
#include "tiramisu/expr.h"

namespace tiramisu::core {

/// An expression that isl made for an AST, in the language's terms. Names stay names.
expr to_expr(const isl::ast_expr &value);

/// { : condition on parameters } as a condition.
expr set_to_expr(const isl::set &parameters);

} // namespace tiramisu::core
