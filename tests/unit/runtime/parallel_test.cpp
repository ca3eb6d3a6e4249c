#include "tiramisu/runtime.h"

#include <HalideRuntime.h>
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace {

using counts = std::vector<std::atomic<int>>;

class number_of_threads : public testing::Test {
protected:
    void TearDown() override {
        tiramisu_set_num_threads(0);
        tiramisu_set_least_parallel_time(10000);
    }
};

using ParallelLoop = number_of_threads;
using NumThreads = number_of_threads;
using LeastParallelTime = number_of_threads;

struct counted_loop {
    int first;
    counts *times;
};

int count(void * /*user_context*/, int index, uint8_t *closure) {
    const auto *loop = reinterpret_cast<const counted_loop *>(closure);
    (*loop->times)[static_cast<std::size_t>(index - loop->first)]++;
    return 0;
}

template <typename Closure>
int run(halide_task_t task, int first, int size, Closure &closure, void *user_context = nullptr) {
    return halide_do_par_for(user_context, task, first, size,
                             reinterpret_cast<uint8_t *>(&closure));
}

/// Each of two iterations waits for the other, so that a loop of it ends only if they run at the
/// same time.
int meet(void * /*user_context*/, int /*index*/, uint8_t *closure) {
    auto &together = *reinterpret_cast<std::atomic<int> *>(closure);
    together++;
    while (together < 2) {
        std::this_thread::yield();
    }
    return 0;
}

void expect_all_run_once(int first, int size) {
    counts times(static_cast<std::size_t>(size));
    counted_loop loop{first, &times};
    EXPECT_EQ(run(count, first, size, loop), 0);
    for (const std::atomic<int> &each : times) {
        ASSERT_EQ(each, 1);
    }
}

TEST_F(ParallelLoop, RunsEveryIterationOnce) {
    for (const int threads : {1, 2, 3, 8}) {
        tiramisu_set_num_threads(threads);
        for (const int size : {0, 1, 2, 7, 100, 10000}) {
            expect_all_run_once(-5, size);
        }
    }
}

TEST_F(ParallelLoop, UsesSeveralThreads) {
    tiramisu_set_num_threads(2);
    tiramisu_set_least_parallel_time(0);
    std::atomic<int> arrived{0};
    EXPECT_EQ(run(meet, 0, 2, arrived), 0);
}

TEST_F(ParallelLoop, ReturnsTheErrorOfAnIteration) {
    for (const int threads : {1, 4}) {
        tiramisu_set_num_threads(threads);
        int bad = 37;
        const auto fail_at = [](void *, int index, uint8_t *closure) {
            return index == *reinterpret_cast<int *>(closure) ? -42 : 0;
        };
        EXPECT_EQ(run(fail_at, 0, 100, bad), -42);
    }
}

TEST_F(ParallelLoop, PassesOverTheRestAfterAnError) {
    tiramisu_set_num_threads(1);
    int last = -1;
    const auto fail_at_three = [](void *, int index, uint8_t *closure) {
        *reinterpret_cast<int *>(closure) = index;
        return index == 3 ? halide_error_code_out_of_memory : 0;
    };
    EXPECT_EQ(run(fail_at_three, 0, 100, last), halide_error_code_out_of_memory);
    EXPECT_EQ(last, 3);
}

TEST_F(ParallelLoop, ReturnsTheFirstOfManyErrors) {
    tiramisu_set_num_threads(1);
    int none = 0;
    const auto fail_with_index = [](void *, int index, uint8_t *) { return index; };
    EXPECT_EQ(run(fail_with_index, 5, 100, none), 5);
}

TEST_F(ParallelLoop, HandsOnTheUserContext) {
    tiramisu_set_num_threads(2);
    int context = 0;
    void *expected = &context;
    const auto compare = [](void *user_context, int, uint8_t *closure) {
        return user_context == *reinterpret_cast<void **>(closure) ? 0 : 1;
    };
    EXPECT_EQ(run(compare, 0, 10, expected, &context), 0);
}

TEST_F(ParallelLoop, MayBeNested) {
    tiramisu_set_num_threads(2);
    const auto outer = [](void *, int row, uint8_t *closure) {
        auto &rows = *reinterpret_cast<std::vector<counts> *>(closure);
        counted_loop inner{0, &rows[static_cast<std::size_t>(row)]};
        return run(count, 0, 50, inner);
    };
    std::vector<counts> rows;
    for (int row = 0; row < 20; ++row) {
        rows.emplace_back(50);
    }
    EXPECT_EQ(run(outer, 0, 20, rows), 0);
    for (const counts &times : rows) {
        EXPECT_THAT(times, testing::Each(testing::Eq(1)));
    }
}

TEST_F(ParallelLoop, MayRunInSeveralThreadsAtOnce) {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([thread] {
            for (int round = 0; round < 20; ++round) {
                expect_all_run_once(thread, 64);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

TEST_F(ParallelLoop, MakesWhatIterationsWroteVisible) {
    tiramisu_set_num_threads(4);
    // Plain ints on purpose: the thread sanitizer shows that the loop's start and end order the
    // accesses.
    std::vector<int> values(1000, 1);
    const auto add = [](void *, int index, uint8_t *closure) {
        (*reinterpret_cast<std::vector<int> *>(closure))[static_cast<std::size_t>(index)] += index;
        return 0;
    };
    EXPECT_EQ(run(add, 0, 1000, values), 0);
    EXPECT_EQ(run(add, 0, 1000, values), 0);
    for (int index = 0; index < 1000; ++index) {
        ASSERT_EQ(values[static_cast<std::size_t>(index)], 1 + 2 * index);
    }
}

TEST_F(NumThreads, IsWhatWasSet) {
    EXPECT_EQ(tiramisu_set_num_threads(3), 0);
    EXPECT_EQ(tiramisu_get_num_threads(), 3);
    EXPECT_EQ(halide_get_num_threads(), 3);
    EXPECT_EQ(tiramisu_set_num_threads(0), 3);
    EXPECT_GE(tiramisu_get_num_threads(), 1);
}

TEST_F(NumThreads, RefusesNegativeNumbers) {
    tiramisu_set_num_threads(3);
    EXPECT_EQ(tiramisu_set_num_threads(-1), -1);
    EXPECT_EQ(tiramisu_get_num_threads(), 3);
}

constexpr int two_seconds = 2000000000;

struct met_threads {
    std::mutex guard;
    std::set<std::thread::id> ids;
};

int note_thread(met_threads &met) {
    const std::lock_guard<std::mutex> lock(met.guard);
    met.ids.insert(std::this_thread::get_id());
    return 0;
}

TEST_F(LeastParallelTime, KeepsLoopsOfLittleWorkOnTheirThread) {
    tiramisu_set_num_threads(4);
    tiramisu_set_least_parallel_time(two_seconds);
    const auto little = [](void *, int, uint8_t *closure) {
        return note_thread(*reinterpret_cast<met_threads *>(closure));
    };
    met_threads first, second;
    EXPECT_EQ(run(little, 0, 1000, first), 0);
    EXPECT_EQ(run(little, 0, 1000, second), 0);
    EXPECT_THAT(second.ids, testing::ElementsAre(std::this_thread::get_id()));
}

TEST_F(LeastParallelTime, OfZeroSharesOutEveryLoop) {
    tiramisu_set_num_threads(2);
    tiramisu_set_least_parallel_time(0);
    for (int round = 0; round < 3; ++round) {
        std::atomic<int> arrived{0};
        EXPECT_EQ(run(meet, 0, 2, arrived), 0);
    }
}

struct loop_that_grows {
    met_threads met;
    bool is_long = false;
};

// The second loop is taken for a short one, as the first one was. All of it on one thread would
// take more than half a second.
TEST_F(LeastParallelTime, IsWatchedWhileALoopRuns) {
    tiramisu_set_num_threads(2);
    const auto grow = [](void *, int, uint8_t *closure) {
        auto &loop = *reinterpret_cast<loop_that_grows *>(closure);
        if (loop.is_long) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return note_thread(loop.met);
    };
    loop_that_grows short_one, long_one;
    long_one.is_long = true;
    tiramisu_set_least_parallel_time(15000000);
    EXPECT_EQ(run(grow, 0, 2, short_one), 0);
    EXPECT_EQ(run(grow, 0, 32, long_one), 0);
    EXPECT_THAT(long_one.met.ids, testing::SizeIs(2));
}

TEST_F(LeastParallelTime, LosesNoIterationAndNoError) {
    tiramisu_set_num_threads(3);
    tiramisu_set_least_parallel_time(two_seconds);
    for (int round = 0; round < 3; ++round) {
        for (const int size : {1, 2, 5, 100}) {
            expect_all_run_once(7, size);
        }
        int bad = 37;
        const auto fail_at = [](void *, int index, uint8_t *closure) {
            return index == *reinterpret_cast<int *>(closure) ? -42 : 0;
        };
        EXPECT_EQ(run(fail_at, 0, 100, bad), -42);
    }
}

TEST_F(LeastParallelTime, IsWhatWasSet) {
    EXPECT_EQ(tiramisu_set_least_parallel_time(5), 10000);
    EXPECT_EQ(tiramisu_set_least_parallel_time(-1), -1);
    EXPECT_EQ(tiramisu_set_least_parallel_time(10000), 5);
}

} // namespace
