#pragma once

#include <string>

#include "tiramisu/expr.h"

namespace tiramisu::core {

/// The expression as C++ would write it.
std::string expr_text(const expr &value);

/// "+" for o_add, "sqrt" for o_sqrt, ...
std::string operator_text(op_t op);

/// "a, b, c"
std::string expr_list_text(const std::vector<expr> &values);

} // namespace tiramisu::core
