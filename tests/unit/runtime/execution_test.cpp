#include "tiramisu/runtime.h"

#include <HalideRuntime.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace {

struct deleted {
    void operator()(tiramisu_execution *how) const { tiramisu_delete_execution(how); }
};
using execution = std::unique_ptr<tiramisu_execution, deleted>;

/// Sets an execution for this thread while it lives.
class in_force {
public:
    explicit in_force(const execution &how) : before_(tiramisu_set_execution(how.get())) {}
    ~in_force() { tiramisu_set_execution(before_); }

private:
    tiramisu_execution *before_;
};

void *array(std::size_t bytes) {
    void *memory = halide_malloc(nullptr, bytes);
    std::memset(memory, 1, bytes);
    return memory;
}

TEST(Execution, KeepsTheMemoryOfArraysForTheNext) {
    const execution how(tiramisu_new_execution(0, nullptr, 0));
    const in_force here(how);
    EXPECT_EQ(tiramisu_execution_bytes(how.get()), 0U);
    void *const large = array(1000), *const small = array(10);
    const std::size_t bytes = tiramisu_execution_bytes(how.get());
    EXPECT_GE(bytes, 1010U);
    halide_free(nullptr, large);
    halide_free(nullptr, small);
    EXPECT_EQ(array(10), small);
    EXPECT_EQ(array(900), large);
    EXPECT_EQ(tiramisu_execution_bytes(how.get()), bytes);
    halide_free(nullptr, small);
    halide_free(nullptr, large);
}

TEST(Execution, UsesTheCallersMemoryAsFarAsItGoes) {
    alignas(128) char memory[4096];
    const auto is_inside = [&](const void *array) {
        const char *const at = static_cast<const char *>(array);
        return at >= memory && at < memory + sizeof memory;
    };
    for (const std::size_t beginning : {0, 1, 127}) {
        const execution how(
            tiramisu_new_execution(0, memory + beginning, sizeof memory - beginning));
        const in_force here(how);
        void *const inside = array(2000), *const outside = array(2000), *const rest = array(500);
        EXPECT_TRUE(is_inside(inside));
        EXPECT_FALSE(is_inside(outside));
        EXPECT_TRUE(is_inside(rest));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(rest) % 128, 0U);
        for (void *const one : {inside, outside, rest}) {
            halide_free(nullptr, one);
        }
    }
}

TEST(Execution, IsHeldByAsMuchMemoryAsCallsTook) {
    const std::vector<std::size_t> sizes = {1, 128, 1000, 77};
    const auto all_taken = [&](const execution &how) {
        const in_force here(how);
        std::vector<void *> arrays;
        for (const std::size_t size : sizes) {
            arrays.push_back(array(size));
        }
        for (void *const one : arrays) {
            halide_free(nullptr, one);
        }
        return arrays;
    };
    const execution first(tiramisu_new_execution(0, nullptr, 0));
    all_taken(first);
    const std::size_t bytes = tiramisu_execution_bytes(first.get());
    alignas(128) char memory[4096];
    ASSERT_LE(bytes, sizeof memory);
    for (const void *const one : all_taken(execution(tiramisu_new_execution(0, memory, bytes)))) {
        EXPECT_GE(one, static_cast<const void *>(memory));
        EXPECT_LT(one, static_cast<const void *>(memory + bytes));
    }
}

TEST(Execution, ArraysMayBeFreedWhereAnotherOneIsSet) {
    const execution how(tiramisu_new_execution(0, nullptr, 0));
    void *inside = nullptr, *const outside = array(100);
    {
        const in_force here(how);
        inside = array(100);
        halide_free(nullptr, outside);
    }
    halide_free(nullptr, inside);
    const in_force here(how);
    EXPECT_EQ(array(100), inside);
    halide_free(nullptr, inside);
}

TEST(Execution, SaysHowManyThreadsThereAre) {
    tiramisu_set_num_threads(2);
    const execution three(tiramisu_new_execution(3, nullptr, 0)),
        any(tiramisu_new_execution(0, nullptr, 0));
    {
        const in_force here(three);
        EXPECT_EQ(tiramisu_get_num_threads(), 3);
        std::thread([] { EXPECT_EQ(tiramisu_get_num_threads(), 2); }).join();
        const in_force within(any);
        EXPECT_EQ(tiramisu_get_num_threads(), 2);
    }
    EXPECT_EQ(tiramisu_get_num_threads(), 2);
    tiramisu_set_num_threads(0);
    EXPECT_EQ(tiramisu_new_execution(-1, nullptr, 0), nullptr);
}

int take_and_free(void * /*user_context*/, int /*index*/, uint8_t *closure) {
    auto &together = *reinterpret_cast<std::atomic<int> *>(closure);
    void *const memory = array(100);
    together++;
    while (together < 2) {
        std::this_thread::yield();
    }
    halide_free(nullptr, memory);
    return 0;
}

TEST(Execution, IsThatOfAllThreadsOfALoop) {
    tiramisu_set_least_parallel_time(0);
    const execution how(tiramisu_new_execution(2, nullptr, 0));
    const in_force here(how);
    std::size_t bytes = 0;
    for (int i = 0; i < 10; i++) {
        std::atomic<int> together{0};
        EXPECT_EQ(
            halide_do_par_for(nullptr, take_and_free, 0, 2, reinterpret_cast<uint8_t *>(&together)),
            0);
        bytes = i == 0 ? tiramisu_execution_bytes(how.get()) : bytes;
    }
    EXPECT_GE(bytes, 200U);
    EXPECT_EQ(tiramisu_execution_bytes(how.get()), bytes);
    tiramisu_set_least_parallel_time(10000);
}

} // namespace
