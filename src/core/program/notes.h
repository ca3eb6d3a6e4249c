#pragma once

#include <string>

#include "core/program/command.h"

namespace tiramisu::core {

/// Remembers that something was accepted that may be a mistake: function::notes() tells it.
void note(function_state &function, const std::string &subject, const command &what,
          const std::string &text);

/// The same for calls that are no commands. What is known already is not told again.
void note(function_state &function, const std::string &subject, const std::string &call,
          const std::string &text, source_place where);

/// The same with the text as it is told.
void note_once(function_state &function, const std::string &told);

} // namespace tiramisu::core
