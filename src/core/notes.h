#pragma once

#include <string>

#include "core/command.h"

namespace tiramisu::core {

/// Remembers that something was accepted that may be a mistake: function::notes() tells it.
void note(function_state &function, const std::string &subject, const command &what,
          const std::string &text);

} // namespace tiramisu::core
