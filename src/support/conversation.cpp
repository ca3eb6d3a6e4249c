#include "support/conversation.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <thread>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/process_memory.h"
#include "tiramisu/error.h"

namespace tiramisu::support {

namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// The copy's whole life.
[[noreturn]] void live(int socket, pid_t parent, const std::function<void(line_channel &)> &serve) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(1); // it has ended before it was told to take this process along
    }
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    int status = 0;
    try {
        line_channel channel(socket);
        serve(channel);
    } catch (const std::exception &thrown) {
        std::fprintf(stderr, "%s\n", thrown.what());
        status = 1;
    } catch (...) {
        status = 1;
    }
    _exit(status);
}

} // namespace

line_channel::~line_channel() {
    close(socket_);
}

bool line_channel::send(const std::string &line) const {
    const std::string text = line + '\n';
    for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t count = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        sent += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

std::optional<std::string> line_channel::receive(std::optional<milliseconds> within) {
    const auto until = clock::now() + within.value_or(milliseconds(0));
    for (;;) {
        const std::size_t end = read_.find('\n');
        if (end != std::string::npos) {
            const std::string line = read_.substr(0, end);
            read_.erase(0, end + 1);
            return line;
        }
        if (is_over_) {
            return std::nullopt;
        }
        int left = -1;
        if (within) {
            left = static_cast<int>(
                std::chrono::ceil<milliseconds>(std::max(until - clock::now(), clock::duration{}))
                    .count());
        }
        pollfd waited = {socket_, POLLIN, 0};
        const int ready = poll(&waited, 1, left);
        if (ready == 0) {
            return std::nullopt;
        }
        char bytes[4096];
        const ssize_t count = ready > 0 ? recv(socket_, bytes, sizeof bytes, 0) : -1;
        if (count > 0) {
            read_.append(bytes, static_cast<std::size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            is_over_ = true;
        }
    }
}

conversation::conversation(const std::function<void(line_channel &)> &serve) : process_(-1) {
    int sockets[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        throw io_error("a copy of this process", "talk to", std::strerror(errno));
    }
    const pid_t parent = getpid();
    std::fflush(nullptr); // what is buffered would be written by both
    process_ = fork();
    if (process_ == 0) {
        close(sockets[0]);
        live(sockets[1], parent, serve);
    }
    close(sockets[1]);
    channel_.emplace(sockets[0]);
    if (process_ < 0) {
        throw io_error("a copy of this process", "make", std::strerror(errno));
    }
    setpgid(process_, process_); // whichever of both comes first
}

conversation::~conversation() {
    if (process_ > 0) {
        stop(process_end::kind::exited, {});
    }
}

conversation::answer conversation::ask(const std::string &line, const process_limits &limits) {
    channel_->send(line); // where nobody listens the end is found below
    return wait(limits);
}

conversation::answer conversation::wait(const process_limits &limits) {
    const clock::time_point start = clock::now();
    constexpr milliseconds pause(10);
    for (;;) {
        if (std::optional<std::string> line = channel_->receive(pause)) {
            return {line, {}};
        }
        if (channel_->is_over()) {
            return {std::nullopt, stop(process_end::kind::exited, limits)};
        }
        if (limits.memory && own_memory(process_) > *limits.memory) {
            return {std::nullopt, stop(process_end::kind::out_of_memory, limits)};
        }
        if (limits.time && clock::now() - start >= *limits.time) {
            return {std::nullopt, stop(process_end::kind::out_of_time, limits)};
        }
    }
}

process_end conversation::stop(process_end::kind why, const process_limits &limits) {
    process_end end;
    end.why = why;
    end.limits = limits;
    if (why == process_end::kind::exited && channel_->is_over()) {
        // It ends by itself; what it crashes by is told a moment later.
        constexpr int patience = 200;
        siginfo_t told = {};
        for (int i = 0; i < patience && told.si_pid == 0; ++i) {
            waitid(P_PID, static_cast<id_t>(process_), &told, WEXITED | WNOHANG | WNOWAIT);
            std::this_thread::sleep_for(milliseconds(told.si_pid == 0 ? 1 : 0));
        }
    }
    kill(-process_, SIGKILL);
    kill(process_, SIGKILL);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    end.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (WIFSIGNALED(status) && why == process_end::kind::exited) {
        end.why = process_end::kind::signalled;
    }
    return end;
}

} // namespace tiramisu::support
