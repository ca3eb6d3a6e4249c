#include "autoscheduler/interruptible_search.h"

#include <csignal>

#include <sys/prctl.h>
#include <unistd.h>

namespace tiramisu::tune {

interruptible_search::interruptible_search(pid_t tool)
    : is_of_tool_(tool != 0 && getppid() == tool) {
    if (is_of_tool_) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
}

interruptible_search::~interruptible_search() {
    if (is_of_tool_) {
        prctl(PR_SET_PDEATHSIG, 0);
    }
}

} // namespace tiramisu::tune
