#pragma once

#include <string>
#include <vector>

#include "core/program/command.h"

namespace tiramisu::core {

/// A schedule as it is kept in a file: see docs/scheduling/save_and_load.md for the form.
struct saved_schedule {
    std::string function;
    std::vector<command> commands;
};

/// JSON, a line a command.
std::string to_json(const saved_schedule &schedule);

/// Reads what to_json writes; `where` becomes the place of every command. Throws user_error about
/// `subject` (the file) for anything else.
saved_schedule parse_schedule(const std::string &text, const std::string &subject,
                              source_place where);

} // namespace tiramisu::core
