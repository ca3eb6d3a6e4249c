#pragma once

#include <sys/types.h>

#include <cstddef>

namespace tiramisu::support {

/// Bytes that the process has for itself; 0 where that cannot be read, as of one that has ended.
std::size_t own_memory(pid_t process);

} // namespace tiramisu::support
