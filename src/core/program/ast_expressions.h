#pragma once

#include <string>
#include <vector>

#include "polyhedral/isl.h"
#include "tiramisu/expr.h"

namespace tiramisu::core {

/// An expression that isl made for an AST, in the language's terms. Names stay names.
expr to_expr(const isl::ast_expr &value);

/// { [i, j] -> [value] } in several pieces over the given iterators: min, max or select.
expr piecewise_expr(const isl::pw_aff &value, const std::vector<std::string> &iterators);

/// { : condition on parameters } as a condition.
expr set_to_expr(const isl::set &parameters);

} // namespace tiramisu::core
