#include "tiramisu/runtime.h"

#include <HalideRuntime.h>
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

// Nests of loops for whose parallel loops the runtime keeps one team of threads.

namespace {

class ParallelNest : public testing::Test {
protected:
    ParallelNest() {
        tiramisu_set_num_threads(3);
        tiramisu_set_least_parallel_time(0);
    }
    ~ParallelNest() override {
        tiramisu_set_num_threads(0);
        tiramisu_set_least_parallel_time(10000);
    }
};

using body = std::function<int(int)>;

int call(void * /*user_context*/, int index, uint8_t *closure) {
    return (*reinterpret_cast<body *>(closure))(index);
}

int parallel_loop(int first, int size, body each) {
    return halide_do_par_for(nullptr, call, first, size, reinterpret_cast<uint8_t *>(&each));
}

// As generated code has it: the one iteration of a loop that begins where no other does.
int nest(const std::function<int()> &inside) {
    return parallel_loop(std::numeric_limits<int>::min(), 1, [&](int) { return inside(); });
}

// Plain ints on purpose: the thread sanitizer shows that loops come one after the other.
TEST_F(ParallelNest, RunsEveryIterationOfEveryLoopOnceAndInTurn) {
    for (const int threads : {1, 2, 3, 8, 70}) {
        tiramisu_set_num_threads(threads);
        std::vector<int> values(1000, 0);
        const auto add_to_each = [&] {
            for (int step = 0; step < 200; ++step) {
                const int size = step * 37 % 1000;
                parallel_loop(0, size, [&](int i) {
                    values[static_cast<std::size_t>(i)] =
                        3 * values[static_cast<std::size_t>(i)] % 1001 + step;
                    return 0;
                });
            }
            return 0;
        };
        EXPECT_EQ(0, nest(add_to_each));
        for (int i = 0; i < 1000; ++i) {
            int expected = 0;
            for (int step = 0; step < 200; ++step) {
                expected = i < step * 37 % 1000 ? 3 * expected % 1001 + step : expected;
            }
            ASSERT_EQ(expected, values[static_cast<std::size_t>(i)])
                << i << ", " << threads << " threads";
        }
    }
}

TEST_F(ParallelNest, IsOneIterationOnly) {
    int sum = 0;
    const auto add = [&](int i) {
        static std::mutex guard;
        const std::lock_guard<std::mutex> lock(guard);
        sum += i - std::numeric_limits<int>::min();
        return 0;
    };
    EXPECT_EQ(0, parallel_loop(std::numeric_limits<int>::min(), 64, add));
    EXPECT_EQ(63 * 64 / 2, sum);
}

// Each of two iterations waits for the other.
TEST_F(ParallelNest, HasSeveralThreadsInEachLoop) {
    const auto meet_twice = [] {
        for (int step = 0; step < 2; ++step) {
            std::atomic<int> together{0};
            parallel_loop(0, 2, [&](int) {
                together++;
                while (together < 2) {
                    std::this_thread::yield();
                }
                return 0;
            });
        }
        return 0;
    };
    EXPECT_EQ(0, nest(meet_twice));
}

TEST_F(ParallelNest, WakesThreadsThatFellAsleep) {
    std::atomic<int> together{0};
    const auto meet_late = [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return parallel_loop(0, 2, [&](int) {
            together++;
            while (together < 2) {
                std::this_thread::yield();
            }
            return 0;
        });
    };
    EXPECT_EQ(0, nest(meet_late));
    EXPECT_EQ(2, together);
}

TEST_F(ParallelNest, WaitsForTheSlowestIteration) {
    std::size_t done = 0, done_after_loop = 0;
    std::mutex guard;
    const auto sleep = [](int milliseconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    };
    const auto uneven = [&] {
        const int status = parallel_loop(0, 30, [&](int i) {
            // The first one leaves the other thread the time to begin with the last ones.
            sleep(i == 0 ? 50 : i == 29 ? 200 : 0);
            const std::lock_guard<std::mutex> lock(guard);
            ++done;
            return 0;
        });
        const std::lock_guard<std::mutex> lock(guard);
        done_after_loop = done; // before the nest ends, which waits as well
        return status;
    };
    EXPECT_EQ(0, nest(uneven));
    EXPECT_EQ(30u, done_after_loop);
}

TEST_F(ParallelNest, ReturnsWhatFails) {
    EXPECT_EQ(-7, nest([] { return -7; }));
    const auto fail_inside = [] {
        return parallel_loop(5, 100, [](int i) { return i == 42 ? -42 : 0; });
    };
    EXPECT_EQ(-42, nest(fail_inside));
}

TEST_F(ParallelNest, MayHaveLoopsAndNestsInIterations) {
    std::atomic<int> count{0};
    const auto add = [&](int) {
        count++;
        return 0;
    };
    const auto nested = [&] {
        return parallel_loop(0, 10, [&](int) {
            return parallel_loop(0, 10, add) + nest([&] { return parallel_loop(0, 10, add); });
        });
    };
    EXPECT_EQ(0, nest(nested));
    EXPECT_EQ(200, count);
}

TEST_F(ParallelNest, MayRunInSeveralThreadsAtOnce) {
    std::atomic<int> count{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
            nest([&] {
                for (int step = 0; step < 50; ++step) {
                    parallel_loop(0, 20, [&](int) {
                        count++;
                        return 0;
                    });
                }
                return 0;
            });
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    EXPECT_EQ(4 * 50 * 20, count);
}

TEST_F(ParallelNest, OfLittleWorkStaysOnItsThread) {
    tiramisu_set_least_parallel_time(2000000000);
    std::set<std::thread::id> ids;
    std::mutex guard;
    const auto note = [&] {
        return parallel_loop(0, 100, [&](int) {
            const std::lock_guard<std::mutex> lock(guard);
            ids.insert(std::this_thread::get_id());
            return 0;
        });
    };
    EXPECT_EQ(0, nest(note));
    ids.clear();
    EXPECT_EQ(0, nest(note));
    EXPECT_THAT(ids, testing::ElementsAre(std::this_thread::get_id()));
}

} // namespace
