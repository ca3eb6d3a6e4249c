#pragma once

#include <string>

#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// A value whose type is known.
value_declaration declared(const std::string &name, const tensor_type &type);

} // namespace tiramisu::graph
