#include "runtime/forked_thread.h"

#include <pthread.h>
#include <sys/stat.h>

#include <atomic>

namespace tiramisu::rt {

namespace {

// Set by the thread that forks. Should two threads fork at once, both find that they are not alone.
std::atomic<bool> was_alone{false};

thread_local bool is_forked = false;

/// Where the system does not tell, there may be others. A folder has two links and one for each
/// folder in it: here, for each thread.
bool is_only_thread() {
    struct stat threads = {};
    return stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
}

void before_fork() {
    was_alone = is_only_thread();
}

void in_child() {
    is_forked = is_forked || !was_alone;
}

__attribute__((constructor)) void watch_forks() {
    pthread_atfork(before_fork, nullptr, in_child);
}

} // namespace

bool is_forked_thread() {
    return is_forked;
}

} // namespace tiramisu::rt
