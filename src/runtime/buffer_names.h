#pragma once

#include <cstdio>
#include <cstring>

namespace tiramisu::rt {

/// How errors call a temporary: as the computation that it was made for, of which generated code
/// makes the name _x_buffer, or as the user named it.
struct shown_buffer_name {
    char text[128];

    explicit shown_buffer_name(const char *name) {
        constexpr const char *ending = "_buffer";
        const std::size_t length = std::strlen(name), tail = std::strlen(ending);
        const bool was_made =
            name[0] == '_' && length > tail + 1 && std::strcmp(name + length - tail, ending) == 0;
        const std::size_t shown = was_made ? length - tail - 1 : length;
        std::snprintf(text, sizeof text, "%.*s", static_cast<int>(shown),
                      name + (was_made ? 1 : 0));
    }
};

} // namespace tiramisu::rt
