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

/// Throws user_error if a temporary is read and nobody writes it. For code generation only: before,
/// it is not known which temporaries are arguments.
void require_written_temporaries(const function_state &function, const program &resolved);

} // namespace tiramisu::core
