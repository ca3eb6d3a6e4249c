#pragma once

#include <cstddef>
#include <functional>

namespace tiramisu::support {

/// That this process may use, which may be fewer than the machine has; at least 1.
std::size_t processors();

/// Calls `work` with each number below `count`, on as many threads as this process may run at once,
/// and waits for all of them. Lower numbers begin first. If calls throw, no further ones begin, and
/// what the one with the lowest number of these threw is thrown here. Calls share no thread-local
/// state with the caller.
void side_by_side(std::size_t count, const std::function<void(std::size_t)> &work);

} // namespace tiramisu::support
