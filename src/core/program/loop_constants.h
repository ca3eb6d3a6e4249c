#pragma once

#include "core/program/state.h"

// Constants and their places in the order. Those that belong to the loops of a computation stand
// for their values.

namespace tiramisu::core {

/// The function-wide constant of which the computation is the place; null if it is another's.
const constant_state *constant_at(const computation_state &place);

/// `value` with what the constants of loops that it names stand for. Iterators hide constants of
/// their names.
expr with_loop_constants(const function_state &function, const expr &value,
                         const std::vector<iterator> &iterators);

/// A set, constants of loops left out of its parameters: they may have any value.
isl::set without_loop_constants(const function_state &function, const isl::set &set);

/// The constant is declared now; definitions may have named it before, in expressions or as a
/// parameter of a set. Throws unsupported_error where such a parameter is no bound of an iterator.
void meet_loop_constant(function_state &function, const std::string &name);

} // namespace tiramisu::core
