#pragma once

#include <string>

#include "core/program.h"

namespace tiramisu::lower {

/// The C header of a generated function that is called `name`: valid C99 and C++, needs no other
/// file than the standard's.
std::string header_text(const core::program &program, const std::string &name);

} // namespace tiramisu::lower
