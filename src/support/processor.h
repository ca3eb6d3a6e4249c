#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tiramisu::support {

/// What /proc/cpuinfo says of the first processor: keys and values in its order, none where it
/// cannot be read.
std::vector<std::pair<std::string, std::string>> processor_facts();

/// Bytes of a cache, which is named as for sysconf(): _SC_LEVEL1_DCACHE_SIZE. `otherwise` where the
/// system does not tell.
long cache_bytes(int which, long otherwise);

} // namespace tiramisu::support
