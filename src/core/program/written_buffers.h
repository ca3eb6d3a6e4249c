#pragma once

#include "core/program/program.h"
#include "core/program/state.h"

// Buffers by whether a statement writes them.

namespace tiramisu::core {

bool is_written(const program &resolved, const std::string &buffer);

/// Older programs call an argument an output although only inputs lie in it: it becomes an input.
void read_outputs_that_nobody_writes(function_state &function, program &resolved);

/// Throws user_error if an argument is an output and nobody writes it.
void require_written_outputs(const function_state &function, const program &resolved,
                             source_place where);

} // namespace tiramisu::core
