#pragma once

#include <set>

#include "core/program/state.h"

// Reductions that rfactor has made of others (rfactor.h).

namespace tiramisu::core {

/// The partial results that the last rfactor of this update has made.
computation_state &partial_results(const computation_state &merge);

/// Throws user_error if a reduction that is split in two steps, or its partial results, are among
/// the `interleaved`: computations that run in turns, so that no step is made as a whole.
void require_whole_steps(const function_state &function,
                         const std::set<const computation_state *> &interleaved);

} // namespace tiramisu::core
