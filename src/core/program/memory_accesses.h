#pragma once

#include "core/program/program.h"
#include "core/program/state.h"
#include "polyhedral/access.h"

namespace tiramisu::core {

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

} // namespace tiramisu::core
