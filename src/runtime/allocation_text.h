#pragma once

namespace tiramisu::rt {

/// What this thread could not allocate, as the generated function announced it.
struct allocation_text {
    char text[512];

    allocation_text();
};

} // namespace tiramisu::rt
