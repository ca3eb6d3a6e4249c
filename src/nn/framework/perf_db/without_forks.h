#pragma once

#include <mutex>

namespace tiramisu::nn {

/// Held while SQLite is used, or state of the process is changed. fork() in another thread waits
/// for it: in the child no thread would end what that one has begun, and SQLite takes files that
/// are open in a process for its own.
std::unique_lock<std::mutex> without_forks();

} // namespace tiramisu::nn
