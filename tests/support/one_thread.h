#pragma once

#include "tiramisu/runtime.h"

namespace tiramisu::testing {

/// Parallel loops have one thread while it lives.
class one_thread {
public:
    one_thread() : before_(tiramisu_set_num_threads(1)) {}
    one_thread(const one_thread &) = delete;
    one_thread &operator=(const one_thread &) = delete;
    ~one_thread() { tiramisu_set_num_threads(before_); }

private:
    int before_;
};

} // namespace tiramisu::testing
