#pragma once

#include <vector>

#include "core/derivative/gathered_term.h"

// The definitions of an adjoint: x_bar(a) from what the reads of x pass on.

namespace tiramisu::core {

/// Definitions of one adjoint, the first one declared, in order.
using adjoint_parts = std::vector<computation_state *>;

/// `first(a)`, if there is one, and what single instances pass on, as one expression, each where
/// there is one; then a sum for each read by several instances. The elements are { X[a] }.
adjoint_parts declare_adjoint(function_state &function, const computation_state &of,
                              const isl::set &elements, const expr &first,
                              const std::vector<contribution> &contributions, source_place where);

} // namespace tiramisu::core
