#include "runtime/allocation_text.h"

#include <cstdio>
#include <cstring>

#include "runtime/argument_errors.h"

namespace {

// Texts of generated code, which runs when they are read.
thread_local const char *allocating_function = nullptr;
thread_local const char *allocated_buffers = nullptr;
thread_local std::size_t missed_alignment = 0; ///< by what an allocator gave; 0: it was none

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
    if (missed_alignment != 0) {
        const std::size_t length = std::strlen(text);
        std::snprintf(text + length, sizeof text - length,
                      ": the allocator gave memory that is no multiple of %zu, as it was asked for",
                      missed_alignment);
    }
    allocating_function = nullptr;
    missed_alignment = 0;
}

void note_misaligned_memory(std::size_t alignment) {
    missed_alignment = alignment;
}

} // namespace tiramisu::rt

int tiramisu_allocating(const char *function, const char *buffers) {
    allocating_function = function;
    allocated_buffers = buffers;
    return 0;
}
