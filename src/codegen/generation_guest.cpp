#include "codegen/generation_guest.h"

#include <atomic>

namespace tiramisu::lower {

namespace {

std::atomic<generation_guest> &invited() {
    static std::atomic<generation_guest> guest = nullptr;
    return guest;
}

} // namespace

generation_guest invite_to_generation(generation_guest guest) {
    return invited().exchange(guest);
}

void call_generation_guest(function &what, const std::vector<buffer *> &arguments,
                           const options &opts, source_place where) {
    if (const generation_guest guest = invited()) {
        guest(what, arguments, opts, where);
    }
}

} // namespace tiramisu::lower
