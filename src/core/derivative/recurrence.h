#pragma once

#include <vector>

#include "core/derivative/chain.h"
#include "core/derivative/gathered_term.h"

// Computations that read themselves: time steps, scans.

namespace tiramisu::core {

/// The innermost dimension of elements in which one is passed on to a later one first: all
/// dimensions down to it have to run backwards in the adjoint. `chain` defines the elements. Throws
/// unsupported_error where an element is made of one that comes later.
int carrying_level(const std::vector<contribution> &contributions,
                   const std::vector<chain_link> &chain, const computation_state &of,
                   const public_call &call);

} // namespace tiramisu::core
