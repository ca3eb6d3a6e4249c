#pragma once

#include <sys/types.h>

#include "support/noted_interrupt.h"

namespace tiramisu::tune {

/// While there is one, the first Ctrl-C ends the search and not the program, which goes on with the
/// best schedule so far. The end of the tool that asked for the search ends the program, where that
/// has started this process. There is one at a time.
class interruptible_search {
public:
    explicit interruptible_search(pid_t tool);
    interruptible_search(const interruptible_search &) = delete;
    interruptible_search &operator=(const interruptible_search &) = delete;
    ~interruptible_search();

    bool has_come() const { return interrupt_.has_come(); }

private:
    const support::noted_interrupt interrupt_;
    const bool is_of_tool_;
};

} // namespace tiramisu::tune
