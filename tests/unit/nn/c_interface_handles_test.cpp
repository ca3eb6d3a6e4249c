// Handles of C that are none, counts that cannot be, and threads: what is known is refused.
#include "tiramisu/tiramisu_c.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/forked_check.h"
#include "support/product_in_c.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;

/// With a run of it.
class CInterfaceHandles : public product_in_c {
protected:
    CInterfaceHandles() {
        EXPECT_EQ(tiramisu_prepare(layer, memory, 2, weights, nullptr, &run), TIRAMISU_SUCCESS);
    }
    ~CInterfaceHandles() override { tiramisu_delete_invocation(run); }

    tiramisu_invocation *run = nullptr;
};

TEST_F(CInterfaceHandles, ThatWereDeletedAreRefused) {
    const std::string deleted = "is no handle: it was deleted, or was never made";
    tiramisu_delete_layer(layer);
    expect_refused(tiramisu_run(layer, memory, 2, weights), "tiramisu_run: layer: " + deleted,
                   "pass a layer, which tiramisu_make_layer makes");
    tiramisu_weights *more = nullptr;
    expect_refused(tiramisu_pack_weights(layer, b, &more), "tiramisu_pack_weights: layer");
    EXPECT_EQ(more, nullptr);
    tiramisu_delete_invocation(run);
    expect_refused(tiramisu_invoke(run), "tiramisu_invoke: run: " + deleted);
    expect_refused(tiramisu_set_memory(run, "a", a), "tiramisu_set_memory: run: " + deleted);
    tiramisu_solver_list *list = nullptr;
    ASSERT_EQ(tiramisu_list_solvers(product, &list), TIRAMISU_SUCCESS);
    tiramisu_delete_solver_list(list);
    tiramisu_solver solver;
    expect_refused(tiramisu_solver_at(list, 0, &solver), "tiramisu_solver_at: list: " + deleted,
                   "tiramisu_find or tiramisu_list_solvers makes");
}

TEST_F(CInterfaceHandles, ThatWereDeletedTellNothing) {
    tiramisu_delete_layer(layer);
    EXPECT_STREQ(tiramisu_layer_text(layer), "");
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("tiramisu_layer_text: layer: is no handle"));
    EXPECT_STREQ(tiramisu_layer_solver(layer), "");
    EXPECT_STREQ(tiramisu_layer_configuration(layer), "");
    EXPECT_EQ(tiramisu_layer_workspace_bytes(layer), 0u);
    EXPECT_EQ(tiramisu_layer_argument_count(layer), 0u);
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("tiramisu_layer_argument_count: layer"));
    tiramisu_delete_invocation(run);
    EXPECT_EQ(tiramisu_invocation_workspace_bytes(run), 0u);
}

TEST_F(CInterfaceHandles, AreDeletedOnce) {
    tiramisu_delete_weights(weights);
    tiramisu_delete_weights(weights);
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("tiramisu_delete_weights: weights: is no handle"));
    tiramisu_delete_layer(layer);
    tiramisu_delete_layer(layer);
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("tiramisu_delete_layer: layer: is no handle"));
}

TEST_F(CInterfaceHandles, OfAnotherKindAreRefusedByTheirOwn) {
    auto *const weights_as_layer = reinterpret_cast<tiramisu_layer *>(weights);
    expect_refused(tiramisu_run(weights_as_layer, memory, 2, weights),
                   "tiramisu_run: layer: is a handle of packed weights; pass a layer");
    auto *const layer_as_weights = reinterpret_cast<tiramisu_weights *>(layer);
    expect_refused(tiramisu_run(layer, memory, 2, layer_as_weights),
                   "tiramisu_run: weights: is a handle of a layer; pass packed weights, which "
                   "tiramisu_pack_weights makes");
    tiramisu_delete_layer(weights_as_layer);
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("is a handle of packed weights"));
    EXPECT_EQ(tiramisu_run(layer, memory, 2, weights), TIRAMISU_SUCCESS) << tiramisu_last_error();
}

TEST_F(CInterfaceHandles, ThatNothingMadeAreNotLookedInto) {
    auto *const nowhere = reinterpret_cast<tiramisu_invocation *>(std::uintptr_t(16));
    expect_refused(tiramisu_invoke(nowhere), "is no handle");
    expect_refused(tiramisu_run(reinterpret_cast<tiramisu_layer *>(a), memory, 2, weights),
                   "is no handle");
}

TEST_F(CInterfaceHandles, CountsBeyondTheArgumentsAreRefused) {
    expect_refused(tiramisu_run(layer, memory, 3, weights), "is given a count of 3 tensors",
                   "must be at most 2, one for each argument of a run");
    expect_refused(tiramisu_run(layer, memory, static_cast<size_t>(-1), weights),
                   "18446744073709551615 tensors");
    expect_refused(tiramisu_run(layer, memory, 0, weights), "a");
    expect_refused(tiramisu_run(layer, nullptr, 0, weights), "a");
}

TEST_F(CInterfaceHandles, MemoryThatIsGivenTwiceIsRefused) {
    const tiramisu_memory twice[2] = {{"c", c}, {"c", a}};
    expect_refused(tiramisu_run(layer, twice, 2, weights), "tiramisu_run: \"c\"",
                   "is given twice; give each argument once");
}

TEST_F(CInterfaceHandles, ErrorsStayUntilTheNextOne) {
    expect_refused(tiramisu_invoke(nullptr), "tiramisu_invoke");
    ASSERT_EQ(tiramisu_invoke(run), TIRAMISU_SUCCESS);
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("tiramisu_invoke"));
}

TEST_F(CInterfaceHandles, ThreadsRunOneRunAndOneLayerAtOnce) {
    std::atomic<int> wrong{0};
    std::vector<std::thread> all;
    for (int number = 0; number < 4; number++) {
        all.emplace_back([&] {
            std::array<float, 4> mine = {};
            const tiramisu_memory own[2] = {{"a", a}, {"c", mine.data()}};
            for (int i = 0; i < 200; i++) {
                wrong += tiramisu_run(layer, own, 2, weights) != TIRAMISU_SUCCESS;
                wrong += !std::equal(mine.begin(), mine.end(), a);
            }
        });
    }
    for (std::thread &one : all) {
        one.join();
    }
    EXPECT_EQ(wrong, 0);
}

TEST_F(CInterfaceHandles, ThreadsMakeAndDeleteThemAtOnce) {
    std::atomic<int> wrong{0};
    std::vector<std::thread> all;
    for (int number = 0; number < 4; number++) {
        all.emplace_back([&wrong, number] {
            const std::string text = "gemm m=2 n=" + std::to_string(2 + number % 2) + " k=2";
            for (int i = 0; i < 50; i++) {
                tiramisu_layer *made = nullptr;
                wrong += tiramisu_make_layer(text.c_str(), nullptr, &made) != TIRAMISU_SUCCESS;
                wrong += tiramisu_layer_argument_count(made) != 3;
                tiramisu_delete_layer(made);
                wrong += tiramisu_invoke(nullptr) != TIRAMISU_BAD_ARGUMENT;
            }
        });
    }
    for (std::thread &one : all) {
        one.join();
    }
    EXPECT_EQ(wrong, 0);
}

TEST_F(CInterfaceHandles, OneOfSeveralThreadsDeletesOne) {
    std::vector<std::thread> all;
    std::atomic<int> refused{0};
    for (int number = 0; number < 4; number++) {
        all.emplace_back([&] {
            tiramisu_delete_weights(weights);
            refused += *tiramisu_last_error() != 0;
        });
    }
    for (std::thread &one : all) {
        one.join();
    }
    EXPECT_EQ(refused, 3);
}

TEST_F(CInterfaceHandles, AreKnownInChildrenOfAProcessWhoseThreadsUseThem) {
    std::atomic<bool> goes_on{true};
    std::vector<std::thread> all;
    for (int number = 0; number < 3; number++) {
        all.emplace_back([&] {
            while (goes_on) {
                tiramisu_solver_list *list = nullptr;
                tiramisu_list_solvers(product, &list);
                tiramisu_solver_count(list);
                tiramisu_delete_solver_list(list);
            }
        });
    }
    for (int child = 0; child < 20; child++) {
        EXPECT_TRUE(oracle::holds_in_copy([&] {
            tiramisu_delete_invocation(run);
            return tiramisu_layer_argument_count(layer) == 3;
        }));
    }
    goes_on = false;
    for (std::thread &one : all) {
        one.join();
    }
}

TEST(CInterfaceAllocators, ThatThrowGiveNoMemory) {
    tiramisu_layer_options opts = {};
    opts.solver = "im2col"; // with arrays of 40 KiB and more
    tiramisu_layer *layer = nullptr;
    ASSERT_EQ(tiramisu_make_layer("conv2d ic=32 oc=16 ih=18 iw=18 kh=3 kw=3", &opts, &layer),
              TIRAMISU_SUCCESS);
    std::vector<float> src(32 * 18 * 18), plain(16 * 32 * 9), dst(16 * 16 * 16);
    tiramisu_weights *weights = nullptr;
    ASSERT_EQ(tiramisu_pack_weights(layer, plain.data(), &weights), TIRAMISU_SUCCESS);
    const tiramisu_memory memory[2] = {{"src", src.data()}, {"dst", dst.data()}};
    tiramisu_execution_options calls = {};
    calls.threads = 1;
    calls.allocator = {
        [](void *, size_t, size_t) -> void * { throw std::runtime_error("no more"); },
        [](void *, void *, size_t) {}, nullptr};
    tiramisu_invocation *run = nullptr;
    ASSERT_EQ(tiramisu_prepare(layer, memory, 2, weights, &calls, &run), TIRAMISU_SUCCESS);
    EXPECT_EQ(tiramisu_invoke(run), TIRAMISU_RUN_FAILED);
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("out of memory"));
    tiramisu_delete_invocation(run);
    calls.allocator = {
        [](void *, size_t bytes, size_t alignment) { return std::aligned_alloc(alignment, bytes); },
        [](void *, void *taken, size_t) {
            std::free(taken);
            throw std::runtime_error("too late");
        },
        nullptr};
    ASSERT_EQ(tiramisu_prepare(layer, memory, 2, weights, &calls, &run), TIRAMISU_SUCCESS);
    EXPECT_EQ(tiramisu_invoke(run), TIRAMISU_SUCCESS) << tiramisu_last_error();
    tiramisu_delete_invocation(run);
    tiramisu_delete_weights(weights);
    tiramisu_delete_layer(layer);
}

TEST_F(CInterfaceHandles, MisspeltKindsAreGuessed) {
    tiramisu_layer *made = nullptr;
    expect_refused(tiramisu_make_layer("con2vd ic=3", nullptr, &made), "perhaps conv2d is meant");
    expect_refused(tiramisu_make_layer("softmax ic=3 ih=1 iw=1 layuot=nchw", nullptr, &made),
                   "layuot: is no word of such a problem", "perhaps layout is meant");
}

} // namespace
} // namespace tiramisu::testing
