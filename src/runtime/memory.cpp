#include "runtime/hooks.h"

#include <HalideRuntime.h>

#include <cstdint>
#include <cstdlib>

namespace {

// Two cache lines: also the widest alignment that generated code asks for.
constexpr std::size_t alignment = 128;

// Generated code may read a few bytes before and after what it asked for.
constexpr std::size_t margin = alignment;

} // namespace

extern "C" {

TIRAMISU_REPLACEABLE void *halide_malloc(void * /*user_context*/, std::size_t size) {
    if (size > SIZE_MAX - 2 * margin - alignment) {
        return nullptr;
    }
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    void *block = std::aligned_alloc(alignment, rounded + 2 * margin);
    return block != nullptr ? static_cast<char *>(block) + margin : nullptr;
}

TIRAMISU_REPLACEABLE void halide_free(void * /*user_context*/, void *memory) {
    if (memory != nullptr) {
        std::free(static_cast<char *>(memory) - margin);
    }
}

} // extern "C"
