#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// A program that answers lines on its standard input with lines on its standard output. Ends with
/// this object.
class child_process {
public:
    /// Starts the program, which is looked for in PATH, with these variables added to the
    /// environment. Its standard error is ours. Throws std::runtime_error if it cannot be started.
    explicit child_process(const std::vector<std::string> &command,
                           const std::map<std::string, std::string> &environment = {});
    child_process(const child_process &) = delete;
    child_process &operator=(const child_process &) = delete;
    ~child_process();

    /// Throws std::runtime_error if the program has ended.
    void write_line(const std::string &line) const;
    /// The next line, without its end. Throws std::runtime_error if the program ends before, or
    /// takes longer.
    std::string read_line(std::chrono::seconds patience);

private:
    void wait_for_more(std::chrono::seconds patience) const;

    std::string name_;
    pid_t process_ = -1;
    int channel_ = -1;
    std::string unread_;
};

} // namespace tiramisu::bench
