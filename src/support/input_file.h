#pragma once

#include <string>

namespace tiramisu::support {

/// All that the file holds. Throws io_error if it cannot be read, or is a folder.
std::string text_of_file(const std::string &path);

} // namespace tiramisu::support
