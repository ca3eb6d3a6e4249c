#include "runtime/allocation_text.h"

#include <cstdio>

#include "runtime/argument_errors.h"

namespace {

// Texts of generated code, which runs when they are read.
thread_local const char *allocating_function = nullptr;
thread_local const char *allocated_buffers = nullptr;

} // namespace

namespace tiramisu::rt {

allocation_text::allocation_text() {
    if (allocating_function == nullptr) {
        std::snprintf(text, sizeof text,
                      "out of memory: a temporary buffer could not be allocated");
    } else {
        std::snprintf(text, sizeof text,
                      "%s: out of memory: temporary buffer %s could not be allocated",
                      allocating_function, allocated_buffers);
    }
    allocating_function = nullptr;
}

} // namespace tiramisu::rt

int tiramisu_allocating(const char *function, const char *buffers) {
    allocating_function = function;
    allocated_buffers = buffers;
    return 0;
}
