#pragma once

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace tiramisu::testing {

/// While it lives, nobody asks whether what is allocated is freed. isl loses some of what it holds
/// where a limit of its work ends it in the middle of a call.
class ignored_leaks {
public:
    ignored_leaks(const ignored_leaks &) = delete;
    ignored_leaks &operator=(const ignored_leaks &) = delete;
#if defined(__SANITIZE_ADDRESS__)
    ignored_leaks() {
        __lsan_disable();
    }
    ~ignored_leaks() {
        __lsan_enable();
    }
#else
    ignored_leaks() {}
    ~ignored_leaks() {}
#endif
};

} // namespace tiramisu::testing
