#include <HalideRuntime.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/forked_thread.h"
#include "support/child_process.h"
#include "tiramisu/runtime.h"

namespace {

using tiramisu::oracle::holds_in_child;

int add_index(void * /*user_context*/, int index, uint8_t *closure) {
    (*reinterpret_cast<std::vector<int> *>(closure))[static_cast<std::size_t>(index)] += index;
    return 0;
}

/// Rounds of parallel loops that compute what they should.
bool loops_are_right(int rounds) {
    std::vector<int> sums(500, 0);
    for (int round = 0; round < rounds; ++round) {
        if (halide_do_par_for(nullptr, add_index, 0, 500, reinterpret_cast<uint8_t *>(&sums)) !=
            0) {
            return false;
        }
    }
    for (int index = 0; index < 500; ++index) {
        if (sums[static_cast<std::size_t>(index)] != rounds * index) {
            return false;
        }
    }
    return true;
}

int run_inner_loop(void *, int, uint8_t *) {
    return loops_are_right(1) ? 0 : 1;
}

int run_loops(void *, int, uint8_t *) {
    return loops_are_right(20) ? 0 : 1;
}

/// A nest of loops, for whose parallel ones there is a team.
bool nest_is_right() {
    return halide_do_par_for(nullptr, run_loops, std::numeric_limits<int>::min(), 1, nullptr) == 0;
}

class Fork : public testing::Test {
protected:
    void SetUp() override { tiramisu_set_num_threads(2); }
    void TearDown() override { tiramisu_set_num_threads(0); }
};

/// Of a process with several threads: a child of one may not start threads of its own under the
/// thread sanitizer.
class ForkAmongThreads : public Fork {
protected:
    void SetUp() override {
        Fork::SetUp();
#ifdef __SANITIZE_THREAD__
        GTEST_SKIP() << "the thread sanitizer ends such a child";
#endif
    }
};

TEST_F(Fork, LeavesParallelLoopsToChildren) {
    ASSERT_TRUE(loops_are_right(3));
    EXPECT_TRUE(holds_in_child([] { return loops_are_right(20); }));
    EXPECT_TRUE(loops_are_right(3));
}

TEST_F(Fork, LeavesParallelLoopsToTheirChildren) {
    ASSERT_TRUE(loops_are_right(3));
    EXPECT_TRUE(holds_in_child([] {
        return loops_are_right(2) && holds_in_child([] { return loops_are_right(2); }) &&
               loops_are_right(2);
    }));
    EXPECT_TRUE(holds_in_child([] { return holds_in_child([] { return loops_are_right(2); }); }));
}

TEST_F(ForkAmongThreads, LeavesParallelLoopsToThreadsOfChildren) {
    ASSERT_TRUE(loops_are_right(3));
    EXPECT_TRUE(holds_in_child([] {
        bool both[2] = {false, false};
        std::thread first([&] { both[0] = loops_are_right(20); });
        std::thread second([&] {
            both[1] = loops_are_right(5) && holds_in_child([] { return loops_are_right(5); });
        });
        first.join();
        second.join();
        return both[0] && both[1];
    }));
}

TEST_F(Fork, LeavesNestedParallelLoopsToChildren) {
    ASSERT_TRUE(loops_are_right(3));
    EXPECT_TRUE(holds_in_child(
        [] { return halide_do_par_for(nullptr, run_inner_loop, 0, 8, nullptr) == 0; }));
}

// A thread of a team may hold or wait for anything at the moment of the fork.
TEST_F(ForkAmongThreads, LeavesNestsToThreadsOfChildren) {
    std::atomic<bool> is_over{false};
    std::thread other([&] {
        while (!is_over) {
            nest_is_right();
        }
    });
    for (int child = 0; child < 10; ++child) {
        EXPECT_TRUE(holds_in_child([] {
            bool is_right = false;
            std::thread([&] { is_right = nest_is_right(); }).join();
            return is_right;
        }));
    }
    is_over = true;
    other.join();
}

TEST_F(ForkAmongThreads, LeavesParallelLoopsToChildrenOfOtherThreads) {
    bool held = false;
    std::thread([&] {
        held = loops_are_right(3) && holds_in_child([] { return loops_are_right(20); });
    }).join();
    EXPECT_TRUE(held);
}

TEST_F(ForkAmongThreads, IsKnownOfTheThreadThatHasLostOthers) {
    ASSERT_TRUE(loops_are_right(3)); // OpenMP's threads wait for the next loop
    EXPECT_FALSE(tiramisu::rt::is_forked_thread());
    std::mutex guard;
    std::unique_lock<std::mutex> hold(guard);
    std::thread other([&] { const std::lock_guard<std::mutex> wait(guard); });
    EXPECT_TRUE(holds_in_child([] {
        bool is_new_thread_forked = true;
        std::thread([&] { is_new_thread_forked = tiramisu::rt::is_forked_thread(); }).join();
        return tiramisu::rt::is_forked_thread() && !is_new_thread_forked;
    }));
    hold.unlock();
    other.join();
}

TEST_F(Fork, OfTheOnlyThreadLosesNothing) {
    testing::FLAGS_gtest_death_test_style = "threadsafe"; // a process where no loop has run
    EXPECT_EXIT(
        {
            const bool loses = !holds_in_child(
                [] { return !tiramisu::rt::is_forked_thread() && loops_are_right(20); });
            std::_Exit(loses ? 1 : 0);
        },
        testing::ExitedWithCode(0), "");
}

} // namespace
