#pragma once

namespace tiramisu::rt {

/// Whether this thread is the copy that fork() made in a child of a process with several threads.
/// The others were not copied; a library that keeps threads from one loop to the next, as OpenMP
/// does, would wait for them forever. Threads that the child starts have nothing to wait for.
bool is_forked_thread();

} // namespace tiramisu::rt
