#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// The sizes of a buffer that is allocated in a loop may name that loop and those around it. One
/// size serves all iterations: the largest, which names constants only. Throws user_error if there
/// is none, or none in one formula.
std::vector<expr> sizes_outside_of_loops(const buffer_state &buffer,
                                         const computation_state &inside,
                                         const allocation_place &place);

} // namespace tiramisu::core
