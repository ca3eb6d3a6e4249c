#pragma once

#include "core/meaning/named_values.h"

namespace tiramisu::core {

/// Whether what overwrites a value is the state that a loop hands on in memory: reader and
/// overwriter share a loop in which the value named is not computed, which thus is the state that
/// the loop begins with, and the reader gets what an earlier iteration of that loop has written.
bool is_carried_state(const lost_value &lost, const poly::timestamps &order);

} // namespace tiramisu::core
