#pragma once

#include <vector>

#include "core/program/state.h"
#include "polyhedral/access.h"

namespace tiramisu::core {

/// { W[i] } that go on with what is in the element that they write, whoever has started it: updates
/// of a reduction, and those that read their own element. A read under a condition on data of an
/// instance that there is not is not done: that instance starts anew. Empty where W also reads
/// other elements in that way.
isl::set accumulation_steps(const function_state &function, const poly::memory_access &write,
                            const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
