#pragma once

#include <string>

namespace tiramisu::support {

/// Throws io_error where a file that is written later could not be: its folder is not there, or
/// nothing may be written to it. Writes nothing.
void require_writable(const std::string &path);

} // namespace tiramisu::support
