#pragma once

#include <string>
#include <vector>

#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// A value whose type is known.
value_declaration declared(const std::string &name, const tensor_type &type);

/// Whether its type is.
bool has_known_sizes(const value_declaration &value);
/// Of one whose sizes are known.
tensor_type type_of(const value_declaration &value);

/// The one of that name; null: there is none.
const value_declaration *find(const std::vector<value_declaration> &all, const std::string &name);

} // namespace tiramisu::graph
