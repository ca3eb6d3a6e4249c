#pragma once

#include <optional>

#include "tiramisu/expr.h"

namespace tiramisu::core {

/// Between two integers of one type, at an unsigned integer weight that stands for weight / largest
/// value of its type: the nearest integer, of that type. Nothing for other operands.
std::optional<expr> integer_lerp(const expr &zero, const expr &one, const expr &weight);

} // namespace tiramisu::core
