#pragma once

#include <optional>

#include "core/program/definition.h"

// Computations whose expression is memcpy(from, to): a loop for each dimension of the buffers
// inside of their own loops, in which an element of one becomes that of the other.

namespace tiramisu::core {

struct buffer_copy {
    buffer_state *from = nullptr, *to = nullptr;
};

/// The copy that the expression asks for; nothing if it is another one. Throws user_error where the
/// buffers are not there or not alike.
std::optional<buffer_copy> copy_asked_for(const function_state &function, const definition &what);

/// Gives what is declared the iterators and the value of the copy. `from` gets an input through
/// which it is read.
void become_copy(function_state &function, definition &what, const buffer_copy &copy);

/// Has the computation store in `to`, by its last iterators.
void store_copy(computation_state &made, const buffer_copy &copy);

/// Points { [i, j, e] } of { [i, j] } with all elements of the buffers, by iterators that
/// become_copy() has given.
isl::set with_elements(const function_state &function, const isl::set &domain,
                       const definition &what, const buffer_copy &copy);

} // namespace tiramisu::core
