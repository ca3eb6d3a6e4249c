#pragma once

#include "core/program/public_call.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// { X[a] } of an input: all elements of the buffer in which it lies as it is, else what its
/// iterators' bounds say. Throws user_error, in the name of the call, where neither is known.
isl::set input_elements(const computation_state &input, const public_call &call);

} // namespace tiramisu::core
