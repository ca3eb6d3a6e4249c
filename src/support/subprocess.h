#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tiramisu::support {

/// How long a child may run and how much memory it may take. A child with a limit leads a process
/// group of its own: what it has started and left behind ends with it, and a terminal's interrupt
/// does not reach it.
struct process_limits {
    std::optional<std::chrono::milliseconds> time; ///< of the clock on the wall
    /// Bytes of its own, without those of files that it maps and of programs that it starts. It is
    /// looked at every few milliseconds, so that a child may have more for as long.
    std::optional<std::size_t> memory;

    bool any() const { return time || memory; }
};

/// A program to run.
struct process_request {
    /// The program, which is looked for as a shell does, and its arguments. A name with a slash is
    /// relative to this process's folder, wherever the program runs.
    std::vector<std::string> words;
    /// Variables that differ from this process's; those without a value are taken away.
    std::map<std::string, std::optional<std::string>> environment = {};
    std::string folder = {};               ///< where it runs; this process's if empty
    std::optional<std::string> input = {}; ///< its standard input; this process's if none
    bool has_errors_in_output = false;     ///< both as they come, in process_end::output
    process_limits limits = {};
};

/// How a child ended.
struct process_end {
    enum class kind { exited, signalled, out_of_time, out_of_memory };

    kind why = kind::exited;
    int number = 0;     ///< exit status, or the signal that ended it
    std::string output; ///< all that it wrote to its standard output
    std::string errors; ///< the same of standard error
    double seconds = 0; ///< from its start to its end

    bool is_success() const { return why == kind::exited && number == 0; }
    /// "exit status 3", "ended by signal 6, Aborted", "stopped after 200 ms, its limit",
    /// "stopped with more than 64 MB of memory, its limit"
    std::string text() const;

    process_limits limits; ///< that it had
};

/// Runs a program to its end; however it ends, nothing is thrown. The child has no open files but
/// its three streams, no signal is blocked in it, and SIGPIPE ends it. Throws io_error if it cannot
/// be started, or if this process ignores SIGCHLD, so that no end is told.
process_end run_process(const process_request &what);

/// Runs `work` in a copy of this process, of which only the calling thread goes on: what other
/// threads have locked stays locked, and memory that this process has counts as the copy's. The
/// exit status is what `work` returns, or 1 with the text of the exception on standard error.
/// Nothing of what a program does at its end is done: that is for this process. Throws io_error if
/// there can be no copy.
process_end run_forked(const std::function<int()> &work, const process_limits &limits = {});

} // namespace tiramisu::support
