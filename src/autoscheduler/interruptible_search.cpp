#include "autoscheduler/interruptible_search.h"

#include <sys/prctl.h>
#include <unistd.h>

namespace tiramisu::tune {

namespace {

volatile std::sig_atomic_t came = 0;

void note(int) {
    came = 1;
}

} // namespace

interruptible_search::interruptible_search(pid_t tool)
    : before_(), is_of_tool_(tool != 0 && getppid() == tool) {
    came = 0;
    struct sigaction noting = {};
    noting.sa_handler = note;
    noting.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &noting, &before_);
    if (is_of_tool_) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
}

interruptible_search::~interruptible_search() {
    sigaction(SIGINT, &before_, nullptr);
    if (is_of_tool_) {
        prctl(PR_SET_PDEATHSIG, 0);
    }
}

bool interruptible_search::has_come() const {
    return came != 0;
}

} // namespace tiramisu::tune
