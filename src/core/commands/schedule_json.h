#pragma once

#include <string>

#include "core/program/command.h"

namespace tiramisu::core {

// The form of schedules in files: see docs/scheduling/save_and_load.md.

/// JSON, a line a command.
std::string to_json(const schedule &what);

/// Reads what to_json writes; `where` becomes the place of every command. Throws user_error about
/// `subject` (the file) for anything else.
schedule parse_schedule(const std::string &text, const std::string &subject, source_place where);

} // namespace tiramisu::core
