#pragma once

#include <vector>

#include "polyhedral/dependence.h"

// Values that a computation overwrites itself, without a look at them.

namespace tiramisu::core {

/// Whether it sets an element in several instances, none of which reads what is there.
bool sets_anew(const poly::memory_access &write, const std::vector<poly::memory_access> &accesses);

/// Whether anybody reads an element that it sets.
bool is_read_anywhere(const poly::memory_access &write,
                      const std::vector<poly::memory_access> &accesses);

/// Whether in this order a computation overwrites a value of its own that nobody has read. Elements
/// that nobody ever reads do not count: no order is better for them.
bool leaves_values_unread(const std::vector<poly::memory_access> &accesses,
                          const poly::timestamps &order);

} // namespace tiramisu::core
