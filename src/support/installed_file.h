#pragma once

#include <string>

namespace tiramisu::support {

/// The path of a data file that is installed with the library, in share/tiramisu, or stands in the
/// same place of a build; "" where there is none.
std::string installed_file(const std::string &name);

} // namespace tiramisu::support
