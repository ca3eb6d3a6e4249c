#pragma once

#include <optional>
#include <vector>

#include "core/meaning/named_values.h"
#include "tiramisu/error.h"

namespace tiramisu::core {

/// The first of these that is no state which a loop hands on in memory: see carried_state.h.
std::optional<lost_value> first_lost(const std::vector<lost_value> &lost,
                                     const poly::timestamps &order);

/// What to say where a read by name does not get its value.
user_error lost_value_error(const lost_value &lost);

} // namespace tiramisu::core
