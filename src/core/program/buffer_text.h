#pragma once

#include <string>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// How errors call a buffer: "buffer \"b\"", or, of one that was made for a computation, by that:
/// "the buffer of \"c\"".
std::string buffer_text(const buffer_state &buffer);

/// The same of a buffer of the function that is known by its name.
std::string buffer_text(const function_state &function, const std::string &name);

/// One element: "b[1, 2]", or "element [1, 2] of the buffer of \"c\"".
std::string element_text(const function_state &function, const std::string &buffer,
                         const std::vector<long> &element);

} // namespace tiramisu::core
