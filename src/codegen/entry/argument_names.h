#pragma once

#include <string>

#include "core/program/program.h"

namespace tiramisu::lower {

/// A name that C takes as an identifier.
std::string c_identifier(const std::string &name);

/// What callers know an argument by, in the header and in errors: its name in C. A buffer that was
/// made for what lies in it, such as _in_buffer, is called as that is, unless another argument is.
std::string argument_name(const core::program &program, const std::string &name);

} // namespace tiramisu::lower
