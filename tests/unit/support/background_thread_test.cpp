#include "support/background_thread.h"

#include <atomic>
#include <future>
#include <vector>

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tiramisu::testing {
namespace {

using support::background_thread;

TEST(BackgroundThread, WorksInOrder) {
    background_thread thread;
    std::vector<int> done;
    for (int i = 0; i < 20; i++) {
        thread.add([&done, i] { done.push_back(i); });
    }
    thread.finish();
    ASSERT_EQ(20U, done.size());
    for (int i = 0; i < 20; i++) {
        EXPECT_EQ(i, done[static_cast<std::size_t>(i)]);
    }
    thread.finish(); // nothing is left
}

TEST(BackgroundThread, HasTheLowestPriority) {
    background_thread thread;
    int priority = 0;
    thread.add(
        [&] { priority = getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid))); });
    thread.finish();
    EXPECT_EQ(19, priority);
    EXPECT_NE(19, getpriority(PRIO_PROCESS, 0));
}

TEST(BackgroundThread, ForgetsWhatHasNotBegun) {
    std::promise<void> has_begun, may_end;
    std::atomic<int> count = 0;
    std::future<void> ending;
    {
        background_thread thread;
        thread.add([&] {
            has_begun.set_value();
            may_end.get_future().wait();
            count++;
        });
        thread.add([&] { count += 100; });
        has_begun.get_future().wait();
        ending = std::async(std::launch::async, [&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            may_end.set_value();
        });
    }
    EXPECT_EQ(1, count);
}

TEST(BackgroundThread, OneOfAllWorksAtATime) {
    std::atomic<int> at_work = 0, most = 0;
    {
        std::vector<background_thread> threads(4);
        for (background_thread &one : threads) {
            for (int i = 0; i < 5; i++) {
                one.add([&] {
                    most = std::max(most.load(), ++at_work);
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    at_work--;
                });
            }
        }
        for (background_thread &one : threads) {
            one.finish();
        }
    }
    EXPECT_EQ(1, most);
}

/// Whatever the thread is about to do when the process is forked.
TEST(BackgroundThread, IsNotWaitedForAfterAFork) {
    for (int round = 0; round < 100; ++round) {
        auto thread = std::make_unique<background_thread>();
        thread->add([] {});
        if (round % 2 == 0) {
            thread->finish();
        }
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            alarm(20); // ends what hangs
            thread->add([] {});
            thread->finish();
            thread.reset();
            _exit(0);
        }
        int status = -1;
        ASSERT_EQ(child, waitpid(child, &status, 0));
        ASSERT_EQ(0, status) << round;
    }
}

} // namespace
} // namespace tiramisu::testing
