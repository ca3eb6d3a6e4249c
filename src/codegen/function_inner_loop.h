#pragma once

#include <string>
#include <vector>

#include "tiramisu/function.h"

namespace tiramisu::lower {

/// inner_loop() of the machine code for options::target of the function as it is scheduled. Throws
/// as function::stmt_text() does.
std::string function_inner_loop(const function &what, const std::vector<buffer *> &arguments,
                                const options &opts, source_place where);

} // namespace tiramisu::lower
