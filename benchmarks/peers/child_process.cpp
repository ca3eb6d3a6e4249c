#include "peers/child_process.h"

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

std::vector<std::string> with_ours(const std::map<std::string, std::string> &added) {
    std::vector<std::string> all;
    for (char **entry = environ; *entry != nullptr; entry++) {
        const std::string text = *entry;
        if (added.count(text.substr(0, text.find('='))) == 0) {
            all.push_back(text);
        }
    }
    for (const auto &[name, value] : added) {
        all.push_back(name + "=" + value);
    }
    return all;
}

/// As the system wants them: pointers, the last of which is null.
std::vector<char *> pointers(const std::vector<std::string> &texts) {
    std::vector<char *> list;
    for (const std::string &text : texts) {
        list.push_back(const_cast<char *>(text.c_str()));
    }
    list.push_back(nullptr);
    return list;
}

/// Starts a program whose standard input and output are this channel; 0 or an error.
int spawn(pid_t &process, const std::vector<std::string> &command,
          const std::vector<std::string> &environment, int channel) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, channel, STDOUT_FILENO);
    const int error = posix_spawnp(&process, command.front().c_str(), &actions, nullptr,
                                   pointers(command).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

} // namespace

child_process::child_process(const std::vector<std::string> &command,
                             const std::map<std::string, std::string> &environment)
    : name_(command.front()) {
    int ends[2];
    // With a socket a writer learns by an error that the reader has ended, with a pipe by a signal.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        throw std::runtime_error("no channel to " + name_ + " can be made");
    }
    const int error = spawn(process_, command, with_ours(environment), ends[1]);
    close(ends[1]);
    channel_ = ends[0];
    if (error != 0) {
        close(channel_);
        throw std::runtime_error(name_ + " cannot be started");
    }
}

child_process::~child_process() {
    close(channel_);
    kill(process_, SIGKILL); // it holds nothing that outlives it
    waitpid(process_, nullptr, 0);
}

void child_process::write_line(const std::string &line) const {
    const std::string text = line + "\n";
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = send(channel_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) {
            throw std::runtime_error(name_ + " has ended");
        }
        done += count < 0 ? 0 : static_cast<std::size_t>(count);
    }
}

void child_process::wait_for_more(std::chrono::seconds patience) const {
    pollfd what = {channel_, POLLIN, 0};
    const std::chrono::milliseconds limit = patience;
    int ready = -1;
    do {
        ready = poll(&what, 1, static_cast<int>(limit.count()));
    } while (ready < 0 && errno == EINTR);
    if (ready == 0) {
        throw std::runtime_error(name_ + " does not answer");
    }
}

std::string child_process::read_line(std::chrono::seconds patience) {
    std::size_t end = std::string::npos;
    while ((end = unread_.find('\n')) == std::string::npos) {
        wait_for_more(patience);
        char buffer[4096];
        const ssize_t count = recv(channel_, buffer, sizeof buffer, 0);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            throw std::runtime_error(name_ + " has ended");
        }
        unread_.append(buffer, count < 0 ? 0 : static_cast<std::size_t>(count));
    }
    const std::string line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    return line;
}

} // namespace tiramisu::bench
