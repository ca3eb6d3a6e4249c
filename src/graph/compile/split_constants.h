#pragma once

#include <optional>
#include <vector>

#include "tiramisu/expr.h"
#include "tiramisu/graph/tensor.h"

namespace tiramisu::graph {

/// A constant of any type as constants of floats, since all that is kept are floats: the fewest of
/// which of_floats() makes exactly the same, 1 to 3. Nothing where floats do not reach so far.
std::optional<std::vector<tensor>> floats_of(const tensor &constant);

/// The element of that type which those floats are parts of.
expr of_floats(primitive_t type, const std::vector<expr> &parts);

} // namespace tiramisu::graph
