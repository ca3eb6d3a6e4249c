#pragma once

#include <string>
#include <vector>

namespace tiramisu::nn {

/// What stands between the separators, also where that is nothing.
std::vector<std::string> split(const std::string &text, char separator);

} // namespace tiramisu::nn
