#pragma once

#include "core/program/program.h"
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

/// { S[i, j] } with the function's context.
isl::set executed_domain(const computation_state &definition);

/// { S[i] -> target[e0, e1, ...] } over all integers; the range has no name if `target` is empty.
/// Indices that are not affine are left free, and `exact` becomes false.
isl::map index_relation(const computation_state &definition, const std::string &target,
                        const std::vector<expr> &indices, bool &exact);

/// The same over all of S's domain.
isl::map access_relation(const computation_state &definition, const std::string &target,
                         const std::vector<expr> &indices, bool &exact);

/// All reads and writes of the definitions that are statements of the program, each one's write
/// first, then its reads in the order of the expression.
std::vector<poly::memory_access>
memory_accesses(const std::vector<const computation_state *> &definitions, const program &resolved);

/// Reads by name that have to find their value.
std::vector<named_read> named_reads(const function_state &function,
                                    const std::vector<poly::memory_access> &accesses);

} // namespace tiramisu::core
