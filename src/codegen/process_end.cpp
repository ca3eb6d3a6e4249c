#include "codegen/process_end.h"

#include <atomic>
#include <cstdlib>

namespace tiramisu::lower {

namespace {

std::atomic<bool> is_noticed{false}, has_come{false};

} // namespace

generator_use::generator_use(const std::string &function, source_place where) {
    if (has_come) {
        throw unsupported_error(
            "function \"" + function + "\"", "",
            "code is generated while the process ends, in the destructor of a static object or a "
            "function given to atexit(): what the code generator needs is destroyed already; "
            "generate code before main() returns or exit() is called",
            where);
    }
}

// Registered after the first use, so that it runs before what that has made is destroyed.
generator_use::~generator_use() {
    if (!is_noticed.exchange(true)) {
        static_cast<void>(std::atexit([] { has_come = true; }));
    }
}

} // namespace tiramisu::lower
