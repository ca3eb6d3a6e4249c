#pragma once

#include <string>
#include <vector>

namespace tiramisu::support {

/// What an environment variable says; empty if it is not set.
std::string environment_variable(const char *name);

/// The same for one that may only say one of these, or nothing. Throws user_error.
std::string environment_variable(const char *name, const std::vector<std::string> &legal);

} // namespace tiramisu::support
