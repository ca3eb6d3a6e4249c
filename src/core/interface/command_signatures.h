#pragma once

#include "core/program/command_kind.h"

namespace tiramisu::core {

/// Whether the last letter of the signature stands for any number of such arguments.
bool repeats_last(const std::string &signature);

/// Throws user_error about `subject` where the kinds of the command's arguments are none that it
/// takes.
void require_fitting_arguments(const command_kind &kind, const command &what,
                               const std::string &subject);

} // namespace tiramisu::core
