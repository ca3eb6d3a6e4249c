#include "support/running_child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>

#include <sys/wait.h>

#include "support/process_memory.h"
#include "tiramisu/error.h"

namespace tiramisu::support {

namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

} // namespace

running_child::~running_child() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        wait_for_end();
    }
}

process_end running_child::end() {
    process_end result;
    result.limits = limits_;
    if (limits_.any()) {
        result.why = stopped_by().value_or(process_end::kind::exited);
        // It is not waited for yet, so that the number is still its own.
        kill(-process_, SIGKILL);
        kill(process_, SIGKILL);
    }
    const std::optional<int> status = wait_for_end();
    if (!status) {
        throw io_error("a child", "wait for", "the system tells no end where SIGCHLD is ignored");
    }
    result.seconds = std::chrono::duration<double>(clock::now() - start_).count();
    const bool is_signal = WIFSIGNALED(*status);
    result.number = is_signal ? WTERMSIG(*status) : WEXITSTATUS(*status);
    if (is_signal && result.why == process_end::kind::exited) {
        result.why = process_end::kind::signalled;
    }
    return result;
}

std::optional<process_end::kind> running_child::stopped_by() const {
    // Short programs are not held up, and long ones not disturbed.
    constexpr milliseconds longest_pause(10);
    for (milliseconds pause(1);; pause = std::min(2 * pause, longest_pause)) {
        if (has_ended()) {
            return std::nullopt;
        }
        if (limits_.memory && own_memory(process_) > *limits_.memory) {
            return process_end::kind::out_of_memory;
        }
        if (limits_.time && clock::now() - start_ >= *limits_.time) {
            return process_end::kind::out_of_time;
        }
        std::this_thread::sleep_for(pause);
    }
}

bool running_child::has_ended() const {
    siginfo_t told = {};
    const int done = waitid(P_PID, static_cast<id_t>(process_), &told, WEXITED | WNOHANG | WNOWAIT);
    return done != 0 ? errno != EINTR : told.si_pid != 0;
}

std::optional<int> running_child::wait_for_end() {
    int status = 0;
    pid_t done = -1;
    do {
        done = waitpid(process_, &status, 0);
    } while (done < 0 && errno == EINTR);
    process_ = 0;
    return done < 0 ? std::nullopt : std::optional<int>(status);
}

} // namespace tiramisu::support
