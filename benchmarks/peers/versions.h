#pragma once

#include <map>
#include <string>

namespace tiramisu::bench {

/// By name, of ours and of the peers that are there.
std::map<std::string, std::string> library_versions();

} // namespace tiramisu::bench
