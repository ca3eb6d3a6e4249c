#pragma once

#include <string>
#include <vector>

#include "tiramisu/report.h"

namespace tiramisu::tool {

/// One page with all that the reports tell. It refers to no other file.
std::string to_html(const std::string &title, const std::vector<report> &reports);

} // namespace tiramisu::tool
