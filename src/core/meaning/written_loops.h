#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// Which loop_reversal() commands say what is meant, rather than how it is scheduled.
enum class reversals {
    by_number, ///< loop_reversal(level): older programs have no other spelling for a loop that runs
               ///< downward
    by_name_too ///< those of loops in which ordering commands let computations alternate
};

/// A loop for each iterator, those downward that are reversed before all other commands on loops.
isl::map loops_as_written(const computation_state &definition, const isl::set &domain,
                          reversals which);

/// Whether a loop of the definition is reversed by name before the first ordering command that lets
/// it share a loop: what shares one then has to be told of a loop that runs downward.
bool is_reversed_before_order(const computation_state &definition);

} // namespace tiramisu::core
