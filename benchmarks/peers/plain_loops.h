#pragma once

#include <string>

namespace tiramisu::bench {

/// One problem of the set "plain" in C, on the arrays that its function has as arguments.
struct plain_loops {
    std::string id;
    void (*of_floats)(void *const *arrays);
    void (*of_doubles)(void *const *arrays);
};

/// Throws std::runtime_error where there is none.
const plain_loops &plain_loops_of(const std::string &id);

} // namespace tiramisu::bench
