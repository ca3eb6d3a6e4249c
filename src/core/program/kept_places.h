#pragma once

#include "core/program/state.h"

// Where the program has stored what commands add. It stays there where another schedule has a
// command that makes it again.

namespace tiramisu::core {

/// Remembers where the program has stored a definition that a command has added, if it has.
void keep_place(function_state &function, const computation_state &added);

/// Has a definition that a command adds lie where the program has stored what had its name before.
void store_as_before(computation_state &added);

} // namespace tiramisu::core
