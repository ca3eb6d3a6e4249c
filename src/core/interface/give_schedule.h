#pragma once

#include <string>
#include <vector>

#include "core/program/command.h"

namespace tiramisu::core {

/// Gives all commands or, where one is refused, none, and throws user_error about `subject` (a
/// file, a schedule) that names it.
void give_all(function_state &function, const std::vector<command> &commands,
              const std::string &subject, source_place where);

/// Throws user_error if the schedule is of another function.
void require_schedule_of(const function_state &function, const schedule &what,
                         const std::string &subject, const std::string &call, source_place where);

} // namespace tiramisu::core
