#pragma once

#include <string>

namespace tiramisu::tool {

/// A program as a shell finds it, but in this folder as well.
std::string program_path(const std::string &program);

} // namespace tiramisu::tool
