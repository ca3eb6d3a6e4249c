#pragma once

#include <csignal>

#include <sys/types.h>

namespace tiramisu::tune {

/// While there is one, the first Ctrl-C (SIGINT) ends the search and not the program, which goes on
/// with the best schedule so far; a second one ends the program. So does the end of the tool that
/// asked for the search, where that has started this process. There is one at a time.
class interruptible_search {
public:
    explicit interruptible_search(pid_t tool);
    interruptible_search(const interruptible_search &) = delete;
    interruptible_search &operator=(const interruptible_search &) = delete;
    ~interruptible_search();

    bool has_come() const;

private:
    struct sigaction before_;
    const bool is_of_tool_;
};

} // namespace tiramisu::tune
