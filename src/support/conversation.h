#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "support/subprocess.h"

namespace tiramisu::support {

/// One end of a connection that carries lines.
class line_channel {
public:
    explicit line_channel(int socket) : socket_(socket) {}
    line_channel(const line_channel &) = delete;
    line_channel &operator=(const line_channel &) = delete;
    ~line_channel();

    /// False if the other end is gone.
    bool send(const std::string &line) const;
    /// Waits for a line; none if the other end is gone or, where a time is given, it has passed.
    std::optional<std::string> receive(std::optional<std::chrono::milliseconds> within = {});
    /// Whether the other end is gone, and all of its lines were received.
    bool is_over() const { return is_over_; }

private:
    int socket_;
    bool is_over_ = false;
    std::string read_; ///< what came after the last line
};

/// A copy of this process that goes on answering lines: only the calling thread goes on in it, with
/// all memory as it is now. It leads a process group of its own, so that a terminal's interrupt
/// does not reach it, and ends with this process or this object, whatever it does.
class conversation {
public:
    /// What came of waiting for an answer.
    struct answer {
        std::optional<std::string>
            line; ///< none: the copy has ended, or was stopped, as `end` says
        process_end end = {};
    };

    /// `serve` runs in the copy, which ends when that returns. Throws io_error if there can be no
    /// copy.
    explicit conversation(const std::function<void(line_channel &)> &serve);
    conversation(const conversation &) = delete;
    conversation &operator=(const conversation &) = delete;
    ~conversation();

    /// Waits for a line within the limits, which count from now. After an answer without a line the
    /// copy is gone.
    answer ask(const std::string &line, const process_limits &limits);
    /// The same for a further line of the same answer.
    answer wait(const process_limits &limits);
    pid_t process() const { return process_; }

private:
    pid_t process_;
    std::optional<line_channel> channel_;

    process_end stop(process_end::kind why, const process_limits &limits);
};

} // namespace tiramisu::support
