// Threads that a signal stops, and the process that goes on.

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/guarded_thread.h"
#include "support/subprocess.h"

namespace tiramisu::testing {
namespace {

using support::run_guarded;
using ::testing::HasSubstr;

std::string crash_of(const std::function<void()> &body) {
    try {
        run_guarded(body);
    } catch (const support::thread_crash &crash) {
        return crash.what();
    }
    return "";
}

// Not a tail call, so that each level takes its part of the stack.
int depth_of(int levels) { // NOLINT(misc-no-recursion)
    volatile char part[4096];
    part[0] = 1;
    return levels == 0 ? 0 : depth_of(levels - 1) + part[0];
}

struct sigaction handler_of(int signal) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    return now;
}

TEST(GuardedThread, GivesWhatTheBodyGives) {
    int result = 0;
    run_guarded([&] { result = 7; });
    EXPECT_EQ(7, result);
    EXPECT_THROW(run_guarded([] { throw std::out_of_range("far"); }), std::out_of_range);
}

TEST(GuardedThread, HasRoomForDeepRecursion) {
    int levels = 0;
    run_guarded([&] { levels = depth_of(20000); });
    EXPECT_EQ(20000, levels);
}

TEST(GuardedThread, SurvivesWhatStopsAThread) {
    EXPECT_THAT(crash_of([] { std::abort(); }), HasSubstr("SIGABRT"));
    EXPECT_THAT(crash_of([] { std::terminate(); }), HasSubstr("SIGABRT"));
    EXPECT_THAT(crash_of([] { raise(SIGILL); }), HasSubstr("SIGILL"));
    EXPECT_THAT(crash_of([] { raise(SIGFPE); }), HasSubstr("SIGFPE"));
}

TEST(GuardedThread, SurvivesAStackThatIsFull) {
    EXPECT_THAT(crash_of([] { depth_of(1000000); }), HasSubstr("SIGSEGV"));
}

TEST(GuardedThread, RunsACallInsideOnTheSameThread) {
    run_guarded([] {
        const auto outer = std::this_thread::get_id();
        run_guarded([&] { EXPECT_EQ(outer, std::this_thread::get_id()); });
    });
}

TEST(GuardedThread, LeavesTheHandlersOfTheProcess) {
    const auto before = handler_of(SIGSEGV).sa_handler;
    crash_of([] { std::abort(); });
    EXPECT_EQ(before, handler_of(SIGSEGV).sa_handler);
    run_guarded([&] { EXPECT_NE(before, handler_of(SIGSEGV).sa_handler); });
    EXPECT_EQ(before, handler_of(SIGSEGV).sa_handler);
}

TEST(GuardedThread, ThreadsAreGuardedAtOnce) {
    std::vector<std::thread> threads;
    std::vector<std::string> texts(4);
    for (std::string &text : texts) {
        threads.emplace_back([&text] { text = crash_of([] { std::abort(); }); });
    }
    for (std::thread &one : threads) {
        one.join();
    }
    EXPECT_THAT(texts, ::testing::Each(HasSubstr("SIGABRT")));
}

/// Ends a thread while another one is guarded.
int crash_beside_a_guarded_thread() {
    run_guarded([] { std::thread([] { std::abort(); }).join(); });
    return 0;
}

TEST(GuardedThread, OtherThreadsEndTheProcess) {
    const support::process_end ended = support::run_forked(crash_beside_a_guarded_thread);
    EXPECT_EQ(ended.text(), "ended by signal 6, Aborted");
}

TEST(GuardedThread, HandlersOfTheProcessSeeItsOtherThreads) {
    const support::process_end ended = support::run_forked([] {
        std::signal(SIGABRT, [](int) { _exit(3); });
        return crash_beside_a_guarded_thread();
    });
    EXPECT_EQ(ended.text(), "exit status 3");
}

} // namespace
} // namespace tiramisu::testing
