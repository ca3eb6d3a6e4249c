#pragma once

#include "core/program/command.h"

namespace tiramisu::core {

/// Throws user_error about `subject` where the kinds of the command's arguments are none that its
/// verb takes. Verbs that are not known pass.
void require_fitting_arguments(const command &what, const std::string &subject);

} // namespace tiramisu::core
