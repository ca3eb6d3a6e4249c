#pragma once

#include <vector>

#include "core/program/state.h"
#include "polyhedral/access.h"

namespace tiramisu::core {

/// A read of a computation by its name, for the check that it gets the value that is named.
struct named_read {
    const computation_state *reader = nullptr;
    const computation_state *named = nullptr; ///< first definition
    isl::map instances; ///< { S[i] -> P[f(i)] }, P the first definition's tuple
    /// Of itself, or with indices that are not affine: a read of memory, which misses what it names
    /// only where the storage of that has gone round since. `instances` is a superset then.
    bool is_of_memory = false;
};

/// Reads by name that have to find their value.
std::vector<named_read> named_reads(const function_state &function,
                                    const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
