#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tiramisu::oracle {

/// For tests that link the run-time library alone; others have forked_check.h.
///
/// Whether `work`, in a child forked here, returns true within the time. The child ends without
/// what a program does at its end: that is the parent's to do.
template <typename Work>
bool holds_in_child(const Work &work, unsigned seconds = 60) {
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGALRM, SIG_DFL);
        alarm(seconds);
        bool held = false;
        try {
            held = work();
        } catch (...) {
        }
        _exit(held ? 0 : 1);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

} // namespace tiramisu::oracle
