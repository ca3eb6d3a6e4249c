#pragma once

#include <vector>

#include "core/program/state.h"
#include "polyhedral/access.h"

namespace tiramisu::core {

/// { W[i] }: the instances that continue from what the element that they write holds, whichever
/// statement started it: updates of a reduction, and those that read their own element. A read
/// under a condition on data that names an instance which is not executed does not happen, so that
/// its reader starts anew. Empty where W also reads other elements in this way.
isl::set accumulation_steps(const function_state &function, const poly::memory_access &write,
                            const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
