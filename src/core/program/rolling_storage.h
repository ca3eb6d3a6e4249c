#pragma once

#include <string>

#include "core/program/state.h"

// Storage that goes round: index `j % 2` puts every second j in one element, one after the other.
// What is kept there for one j is no value for another, as in an accumulation over an iterator that
// the storage leaves out.

namespace tiramisu::core {

/// Whether an index of the computation's storage is a remainder.
bool is_rolling(const computation_state &base);

/// { W[i] -> [x0, x1, ...] } over all integers: what the remainders in the storage of the value
/// that W defines are taken of, which tells the rounds of the storage apart.
isl::map rounds_of_storage(const computation_state &definition);

/// Whether the storage gives an element to several instances of the same round, as it does where it
/// leaves out an iterator of the definition.
bool leaves_out_iterators(const computation_state &definition);

} // namespace tiramisu::core
