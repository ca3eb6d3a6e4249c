#pragma once

#include <csignal>

namespace tiramisu::support {

/// While there is one, the first Ctrl-C (SIGINT) is noted, and does not end the program; a second
/// one does. There is one at a time.
class noted_interrupt {
public:
    noted_interrupt();
    noted_interrupt(const noted_interrupt &) = delete;
    noted_interrupt &operator=(const noted_interrupt &) = delete;
    ~noted_interrupt();

    bool has_come() const;

    /// The exit status of a program that one has ended, as shells have it.
    static constexpr int status = 128 + SIGINT;

private:
    struct sigaction before_;
};

} // namespace tiramisu::support
