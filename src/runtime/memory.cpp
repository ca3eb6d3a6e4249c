#include "runtime/hooks.h"

#include <HalideRuntime.h>

#include <cstdint>
#include <cstdlib>

#include "runtime/execution.h"

namespace {

// Two cache lines: also the widest alignment that generated code asks for.
constexpr std::size_t alignment = 128;

// Generated code may read a few bytes before and after what it asked for; what the block is stands
// at the beginning of those before.
constexpr std::size_t margin = alignment;
static_assert(sizeof(tiramisu::rt::block) <= margin - 64, "generated code may read what is there");

} // namespace

extern "C" {

TIRAMISU_REPLACEABLE void *halide_malloc(void * /*user_context*/, std::size_t size) {
    if (size > SIZE_MAX - 2 * margin - alignment) {
        return nullptr;
    }
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    const std::size_t bytes = rounded + 2 * margin;
    tiramisu_execution *const opts = tiramisu::rt::execution_here();
    void *const block =
        opts != nullptr ? opts->take(bytes, alignment) : tiramisu::rt::new_block(bytes, alignment);
    return block != nullptr ? static_cast<char *>(block) + margin : nullptr;
}

TIRAMISU_REPLACEABLE void halide_free(void * /*user_context*/, void *memory) {
    if (memory == nullptr) {
        return;
    }
    auto *const block =
        reinterpret_cast<tiramisu::rt::block *>(static_cast<char *>(memory) - margin);
    if (block->owner != nullptr) {
        block->owner->give_back(*block);
    } else {
        std::free(block);
    }
}

} // extern "C"
