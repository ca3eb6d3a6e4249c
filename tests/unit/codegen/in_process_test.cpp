// Code in this process, where a process has little to make it with.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/functions.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

/// 0 where a function that is compiled now adds 1 to each element, else 1.
int added() {
    init("adds_one");
    const var i("i", 0, 16);
    buffer from("from", {16}, p_int32, a_input), to("to", {16}, p_int32, a_output);
    input given("given", {i}, p_int32);
    given.store_in(&from);
    computation sum("sum", {i}, given(i) + 1);
    sum.store_in(&to);
    std::vector<std::int32_t> data(16), found(16), expected(16);
    std::iota(data.begin(), data.end(), 0);
    std::iota(expected.begin(), expected.end(), 1);
    const compiled_function code = current().compile({&from, &to});
    return code({{data.data(), {16}}, {found.data(), {16}}}) == 0 && found == expected ? 0 : 1;
}

/// A process compiles what is right after `what` was done to it, which says whether it was.
void expect_added_after(const std::function<bool()> &what) {
    EXPECT_EXIT(
        {
            try {
                std::_Exit(what() ? added() : 2);
            } catch (const std::exception &problem) {
                std::fprintf(stderr, "%s\n", problem.what());
                std::_Exit(1);
            }
        },
        ::testing::ExitedWithCode(0), "");
}

/// Hides it from this process alone.
bool has_hidden_proc() {
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
           mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("none", "/proc", "tmpfs", 0, nullptr) == 0;
}

bool may_hide_proc() {
    const pid_t child = fork();
    if (child == 0) {
        std::_Exit(has_hidden_proc() ? 0 : 1);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

TEST(InProcess, IsMadeWithoutFileDescriptors) {
    ASSERT_EQ(0, added()); // LLVM starts, for which there have to be some
    expect_added_after([] {
        const rlimit none = {0, 0};
        return setrlimit(RLIMIT_NOFILE, &none) == 0;
    });
}

TEST(InProcess, IsMadeWhereProcIsNotMounted) {
    if (!may_hide_proc()) {
        GTEST_SKIP() << "this process may not have mounts of its own";
    }
    expect_added_after(has_hidden_proc);
}

} // namespace
} // namespace tiramisu::testing
