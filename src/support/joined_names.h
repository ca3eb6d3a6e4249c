#pragma once

#include <string>
#include <vector>

namespace tiramisu::support {

/// "a, b, c"
std::string joined(const std::vector<std::string> &names);

} // namespace tiramisu::support
