#include <HalideRuntime.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace {

TEST(Memory, IsAlignedTo128Bytes) {
    for (const std::size_t size : {0, 1, 127, 128, 129, 100000}) {
        void *memory = halide_malloc(nullptr, size);
        ASSERT_NE(memory, nullptr);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 128, 0U);
        std::memset(memory, 1, size);
        halide_free(nullptr, memory);
    }
}

TEST(Memory, CanBeReadALittleBeforeAndAfter) {
    const std::size_t size = 100;
    auto *memory = static_cast<volatile unsigned char *>(halide_malloc(nullptr, size));
    for (std::size_t distance = 1; distance <= 8; ++distance) {
        static_cast<void>(*(memory - distance));
        static_cast<void>(memory[size - 1 + distance]);
    }
    halide_free(nullptr, const_cast<unsigned char *>(memory));
}

TEST(Memory, IsNullWhereThereIsNotEnough) {
    EXPECT_EQ(halide_malloc(nullptr, SIZE_MAX), nullptr);
    EXPECT_EQ(halide_malloc(nullptr, SIZE_MAX - 300), nullptr);
    EXPECT_EQ(halide_malloc(nullptr, SIZE_MAX / 4), nullptr);
}

TEST(Memory, NullMayBeFreed) {
    halide_free(nullptr, nullptr);
}

} // namespace
