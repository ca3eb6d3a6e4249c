#pragma once

#include "core/program/program.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// The address of a computation or buffer as that of the buffer, in which code generation knows it.
/// Throws user_error for what is neither, and for computations that lie nowhere.
expr resolved_address(const function_state &function, const std::string &reader,
                      const expr &address, source_place where);

/// Throws unsupported_error where the address of a temporary is taken: only arguments come with a
/// halide_buffer_t.
void require_addressed_arguments(const function_state &function, const program &resolved);

} // namespace tiramisu::core
