#pragma once

#include <string>

#include "tiramisu/error.h"

namespace tiramisu::core {

/// Whether C or C++ has the name for itself, so that nothing in a header may be called so.
bool is_reserved_word(const std::string &name);

/// Throws user_error about `who` if the name cannot be that of a generated function.
void require_function_name(const std::string &who, const std::string &name, source_place where);

} // namespace tiramisu::core
