#include "tiramisu/runtime.h"

#include <HalideRuntime.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

struct deleted {
    void operator()(tiramisu_execution *opts) const { tiramisu_delete_execution(opts); }
};
using execution = std::unique_ptr<tiramisu_execution, deleted>;

/// Sets an execution for this thread while it lives.
class in_force {
public:
    explicit in_force(const execution &opts) : before_(tiramisu_set_execution(opts.get())) {}
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
    const execution opts(tiramisu_new_execution(0, nullptr, 0));
    const in_force here(opts);
    EXPECT_EQ(tiramisu_execution_bytes(opts.get()), 0U);
    void *const large = array(1000), *const small = array(10);
    const std::size_t bytes = tiramisu_execution_bytes(opts.get());
    EXPECT_GE(bytes, 1010U);
    halide_free(nullptr, large);
    halide_free(nullptr, small);
    EXPECT_EQ(array(10), small);
    EXPECT_EQ(array(900), large);
    EXPECT_EQ(tiramisu_execution_bytes(opts.get()), bytes);
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
        const execution opts(
            tiramisu_new_execution(0, memory + beginning, sizeof memory - beginning));
        const in_force here(opts);
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
    const auto all_taken = [&](const execution &opts) {
        const in_force here(opts);
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
    const std::vector<void *> arrays =
        all_taken(execution(tiramisu_new_execution(0, memory, bytes)));
    std::map<const char *, std::size_t> in_order;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        in_order[static_cast<const char *>(arrays[i])] = sizes[i];
    }
    ASSERT_EQ(sizes.size(), in_order.size());
    const char *free_from = memory;
    for (const auto &[array, size] : in_order) {
        EXPECT_GE(array, free_from) << "arrays share memory";
        free_from = array + size;
    }
    EXPECT_LE(free_from, memory + bytes);
}

TEST(Execution, ArraysMayBeFreedWhereAnotherOneIsSet) {
    const execution opts(tiramisu_new_execution(0, nullptr, 0));
    void *inside = nullptr, *const outside = array(100);
    {
        const in_force here(opts);
        inside = array(100);
        halide_free(nullptr, outside);
    }
    halide_free(nullptr, inside);
    const in_force here(opts);
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

/// Keeps the text of the last error while it lives.
struct told_errors {
    inline static std::string last;
    tiramisu_error_handler before =
        tiramisu_set_error_handler([](void *, const char *message) { last = message; });

    ~told_errors() { tiramisu_set_error_handler(before); }
};

TEST(Execution, IsMadeOfOptions) {
    alignas(128) char memory[4096];
    tiramisu_execution_options options = {};
    options.threads = 3;
    options.memory = memory;
    options.bytes = sizeof memory;
    tiramisu_execution *made = nullptr;
    EXPECT_EQ(tiramisu_make_execution(&options, &made), 0);
    const execution opts(made);
    const in_force here(opts);
    EXPECT_EQ(tiramisu_get_num_threads(), 3);
    void *const inside = array(1000);
    EXPECT_GE(inside, static_cast<void *>(memory));
    EXPECT_LT(inside, static_cast<void *>(memory + sizeof memory));
    halide_free(nullptr, inside);
}

/// Bytes and pieces that are with those who asked for them.
struct counts {
    std::atomic<std::size_t> bytes{0}, pieces{0};

    static void *allocate(void *context, std::size_t bytes, std::size_t alignment) {
        auto &self = *static_cast<counts *>(context);
        self.bytes += bytes;
        self.pieces++;
        return std::aligned_alloc(alignment, bytes);
    }
    static void release(void *context, void *memory, std::size_t bytes) {
        auto &self = *static_cast<counts *>(context);
        self.bytes -= bytes;
        self.pieces--;
        std::free(memory);
    }
};

TEST(Execution, AllocatesByTheCallersFunctions) {
    counts taken;
    alignas(128) char memory[1024];
    tiramisu_execution_options options = {};
    options.memory = memory;
    options.bytes = sizeof memory;
    options.allocator = {counts::allocate, counts::release, &taken};
    tiramisu_execution *made = nullptr;
    ASSERT_EQ(tiramisu_make_execution(&options, &made), 0);
    execution opts(made);
    {
        const in_force here(opts);
        void *const first = array(500), *const second = array(2000);
        EXPECT_EQ(taken.pieces, 1U) << "the first one lies in the memory";
        EXPECT_GE(taken.bytes, 2000U);
        halide_free(nullptr, second);
        EXPECT_EQ(taken.pieces, 1U) << "it is kept";
        EXPECT_EQ(array(1500), second);
        halide_free(nullptr, second);
        halide_free(nullptr, first);
    }
    EXPECT_EQ(tiramisu_execution_bytes(opts.get()), taken.bytes + 768);
    opts.reset();
    EXPECT_EQ(taken.pieces, 0U);
    EXPECT_EQ(taken.bytes, 0U);
}

TEST(Execution, TellsThatTheCallersFunctionsHaveNoMemory) {
    tiramisu_execution_options options = {};
    options.allocator.allocate = [](void *, std::size_t, std::size_t) -> void * { return nullptr; };
    options.allocator.release = [](void *, void *, std::size_t) {};
    tiramisu_execution *made = nullptr;
    ASSERT_EQ(tiramisu_make_execution(&options, &made), 0);
    const execution opts(made);
    const in_force here(opts);
    EXPECT_EQ(halide_malloc(nullptr, 100), nullptr);
}

TEST(Execution, TellsWhatIsWrongWithOptions) {
    const told_errors errors;
    const auto refused = [&](const tiramisu_execution_options &options) {
        tiramisu_execution *made = nullptr;
        const int code = tiramisu_make_execution(&options, &made);
        EXPECT_EQ(made, nullptr);
        return std::string(tiramisu_error_name(code)) + ": " + errors.last;
    };
    tiramisu_execution_options options = {};
    options.threads = -2;
    EXPECT_EQ(refused(options),
              "param_too_small: execution: is to be executed by -2 threads, must be at least 0, "
              "which leaves it to the process");
    options = {};
    options.bytes = 10;
    EXPECT_EQ(refused(options), "requirement_failed: execution: is given 10 bytes for temporary "
                                "arrays, but no memory");
    options = {};
    options.allocator.release = [](void *, void *, std::size_t) {};
    EXPECT_EQ(refused(options),
              "requirement_failed: execution: is given an allocator that cannot allocate; it needs "
              "both functions, or none");
    options = {};
    options.device = &options;
    EXPECT_EQ(refused(options),
              "unimplemented: execution: is to be executed on a device, but calls "
              "take none yet: kernels run on the device of the process; leave "
              "device and stream null");
    options = {};
    options.stream = &options;
    EXPECT_EQ(refused(options).substr(0, 73),
              "unimplemented: execution: is to be executed on a stream of a device, but ");
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
    const execution opts(tiramisu_new_execution(2, nullptr, 0));
    const in_force here(opts);
    std::size_t bytes = 0;
    for (int i = 0; i < 10; i++) {
        std::atomic<int> together{0};
        EXPECT_EQ(
            halide_do_par_for(nullptr, take_and_free, 0, 2, reinterpret_cast<uint8_t *>(&together)),
            0);
        bytes = i == 0 ? tiramisu_execution_bytes(opts.get()) : bytes;
    }
    EXPECT_GE(bytes, 200U);
    EXPECT_EQ(tiramisu_execution_bytes(opts.get()), bytes);
    tiramisu_set_least_parallel_time(10000);
}

} // namespace
