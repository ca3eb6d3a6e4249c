#pragma once

#include <exception>
#include <functional>
#include <string>

namespace tiramisu::support {

/// The thread of run_guarded() was stopped by a signal.
class thread_crash : public std::exception {
public:
    explicit thread_crash(int signal);

    const char *what() const noexcept override { return text_.c_str(); }

private:
    std::string text_; ///< "SIGABRT, as of a failed assertion"
};

/// Runs `body` on a thread of its own, with a stack of guarded_stack bytes, and waits for it. What
/// `body` throws is thrown here. An abort, a trap or an access to no memory in that thread, its
/// stack's overflow included, does not end the process: thread_crash is thrown, and the thread
/// stands still for ever, with its stack, its memory and the locks it holds.
///
/// The handlers of these signals are the process's own again when no thread is guarded any more;
/// until then signals of other threads are passed on to them. A call inside `body` runs on the same
/// thread.
void run_guarded(const std::function<void()> &body);

constexpr std::size_t guarded_stack = std::size_t{256} << 20U;

} // namespace tiramisu::support
