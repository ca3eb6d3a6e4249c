#pragma once

#include "core/program/program.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// Replaces every computation by its element in memory. Throws user_error for what is not defined:
/// an access to an unknown or undefined computation, an input without a buffer, an output that
/// nobody writes, a buffer of another type than what is stored in it. Computations without storage
/// get a temporary.
program resolve(function_state &function, const std::vector<buffer *> &arguments,
                source_place where);

/// What resolve() does to the function, where the rest is known: storage for all values.
void give_storage(function_state &function);

/// The buffers that are no arguments, those of windows among them.
std::vector<program_buffer> temporaries_of(const function_state &function,
                                           const std::vector<program_buffer> &arguments);

/// The statement of a definition, its reads resolved.
program_statement describe(const computation_state &definition);

/// The element of its buffer that the statement writes, over its iterators.
std::vector<expr> written_element(const computation_state &definition);

/// Reads of computations in `value` replaced by reads of buffers.
expr resolve_reads(const function_state &function, const std::string &reader, const expr &value,
                   source_place where);

} // namespace tiramisu::core
