#include "support/noted_interrupt.h"

namespace tiramisu::support {

namespace {

volatile std::sig_atomic_t came = 0;

void note(int) {
    came = 1;
}

} // namespace

noted_interrupt::noted_interrupt() : before_() {
    came = 0;
    struct sigaction noting = {};
    noting.sa_handler = note;
    noting.sa_flags =
        static_cast<int>(SA_RESETHAND | SA_RESTART); // the second one ends the program
    sigaction(SIGINT, &noting, &before_);
}

noted_interrupt::~noted_interrupt() {
    sigaction(SIGINT, &before_, nullptr);
}

bool noted_interrupt::has_come() const {
    return came != 0;
}

} // namespace tiramisu::support
