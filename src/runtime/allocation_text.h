#pragma once

#include <cstddef>

namespace tiramisu::rt {

/// What this thread could not allocate, as the generated function announced it.
struct allocation_text {
    char text[512];

    allocation_text();
};

/// Has the next such text of this thread say that an allocator gave memory at no multiple of this.
void note_misaligned_memory(std::size_t alignment);

} // namespace tiramisu::rt
