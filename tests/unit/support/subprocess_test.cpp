#include "support/subprocess.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/throws.h"
#include "tiramisu/error.h"

namespace tiramisu::support {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;

process_request shell(const std::string &text) {
    process_request what;
    what.words = {"sh", "-c", text};
    return what;
}

std::size_t open_files() {
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Whether the process runs: one that has ended may be there until somebody waits for it.
bool runs(const std::string &process) {
    std::ifstream file("/proc/" + process + "/stat");
    std::string number, name, state;
    file >> number >> name >> state;
    return !state.empty() && state != "Z" && state != "X";
}

bool ends_soon(const std::string &process) {
    for (int i = 0; i < 1000 && runs(process); i++) {
        std::this_thread::sleep_for(milliseconds(10));
    }
    return !runs(process);
}

TEST(Subprocess, TellsTheExitStatus) {
    const process_end good = run_process(shell("exit 0")), bad = run_process(shell("exit 7"));
    EXPECT_TRUE(good.is_success());
    EXPECT_FALSE(bad.is_success());
    EXPECT_EQ(bad.why, process_end::kind::exited);
    EXPECT_EQ(bad.number, 7);
    EXPECT_EQ(bad.text(), "exit status 7");
}

TEST(Subprocess, TellsTheSignal) {
    const process_end ended = run_process(shell("kill -SEGV $$"));
    EXPECT_EQ(ended.why, process_end::kind::signalled);
    EXPECT_EQ(ended.number, SIGSEGV);
    EXPECT_EQ(ended.text(), "ended by signal 11, Segmentation fault");
    EXPECT_FALSE(ended.is_success());
}

TEST(Subprocess, IsStoppedAtItsLimitOfTime) {
    process_request what = shell("echo begun; while :; do :; done");
    what.limits.time = milliseconds(300);
    const process_end ended = run_process(what);
    EXPECT_EQ(ended.why, process_end::kind::out_of_time);
    EXPECT_EQ(ended.text(), "stopped after 300 ms, its limit");
    EXPECT_EQ(ended.output, "begun\n");
    EXPECT_GE(ended.seconds, 0.3);
}

TEST(Subprocess, IsStoppedAtItsLimitOfMemory) {
    process_request what = shell("x=0123456789; while :; do x=$x$x; done");
    what.limits.memory = 50000000;
    what.limits.time = seconds(60);
    const process_end ended = run_process(what);
    EXPECT_EQ(ended.why, process_end::kind::out_of_memory);
    EXPECT_EQ(ended.text(), "stopped with more than 50 MB of memory, its limit");
}

TEST(Subprocess, EndsByItselfBelowItsLimits) {
    process_request what = shell("exit 3");
    what.limits = {seconds(60), std::size_t{1} << 30U};
    const process_end ended = run_process(what);
    EXPECT_EQ(ended.why, process_end::kind::exited);
    EXPECT_EQ(ended.number, 3);
    what.words.back() = "kill -ABRT $$";
    EXPECT_EQ(run_process(what).why, process_end::kind::signalled);
}

TEST(Subprocess, EndsWithAllThatItHasStarted) {
    process_request what = shell("sleep 1000 & echo $!; wait");
    what.limits.time = milliseconds(200);
    const process_end stopped = run_process(what);
    EXPECT_EQ(stopped.why, process_end::kind::out_of_time);
    EXPECT_TRUE(ends_soon(stopped.output.substr(0, stopped.output.size() - 1)));
    what = shell("sleep 1000 & echo $!");
    what.limits.time = seconds(60);
    const process_end left_behind = run_process(what);
    EXPECT_TRUE(left_behind.is_success());
    EXPECT_TRUE(ends_soon(left_behind.output.substr(0, left_behind.output.size() - 1)));
}

TEST(Subprocess, ReadsAndWritesMoreThanAPipeHolds) {
    std::string text(5000000, 'x');
    text[text.size() / 2] = '\0';
    process_request what = shell("cat; echo told >&2");
    what.input = text;
    const process_end ended = run_process(what);
    EXPECT_TRUE(ended.is_success());
    EXPECT_EQ(ended.output, text);
    EXPECT_EQ(ended.errors, "told\n");
    what.words.back() = "true"; // reads nothing
    EXPECT_TRUE(run_process(what).is_success());
}

TEST(Subprocess, MayHaveErrorsInItsOutput) {
    process_request what = shell("echo 1; echo 2 >&2; echo 3");
    what.has_errors_in_output = true;
    const process_end ended = run_process(what);
    EXPECT_EQ(ended.output, "1\n2\n3\n");
    EXPECT_EQ(ended.errors, "");
}

TEST(Subprocess, GetsWhatItsEnvironmentAndFolderAreToBe) {
    setenv("TIRAMISU_KEPT", "kept", 1);
    setenv("TIRAMISU_CHANGED", "before", 1);
    setenv("TIRAMISU_TAKEN", "away", 1);
    process_request what = shell("echo $TIRAMISU_KEPT $TIRAMISU_CHANGED $TIRAMISU_TAKEN; pwd");
    what.environment = {{"TIRAMISU_CHANGED", "after"}, {"TIRAMISU_TAKEN", std::nullopt}};
    what.folder = "/proc";
    EXPECT_EQ(run_process(what).output, "kept after\n/proc\n");
    EXPECT_STREQ(std::getenv("TIRAMISU_CHANGED"), "before");
    for (const char *name : {"TIRAMISU_KEPT", "TIRAMISU_CHANGED", "TIRAMISU_TAKEN"}) {
        unsetenv(name);
    }
}

TEST(Subprocess, IsFoundFromThisFolder) {
    process_request what;
    what.words = {std::filesystem::relative("/bin/pwd").string()};
    what.folder = "/proc";
    EXPECT_EQ(run_process(what).output, "/proc\n");
}

TEST(Subprocess, HasNoOpenFilesOfThisProcess) {
    const int kept = dup(STDERR_FILENO);
    EXPECT_EQ(run_process(shell("for f in 3 4 5 6 7 8 9; do "
                                "[ ! -e /proc/$$/fd/$f ] || echo $f; done"))
                  .output,
              "");
    close(kept);
}

TEST(Subprocess, LeavesNothingBehind) {
    const std::size_t before = open_files();
    for (int i = 0; i < 20; i++) {
        process_request what = shell(i % 2 == 0 ? "exit 1" : "sleep 1000");
        what.input = "text";
        what.limits.time = i % 2 == 0 ? milliseconds(60000) : milliseconds(1);
        run_process(what);
    }
    EXPECT_EQ(open_files(), before);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

TEST(Subprocess, HasNoSignalBlockedThatIsBlockedHere) {
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    const process_end ended = run_process(shell("kill -TERM $$; sleep 1000"));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    EXPECT_EQ(ended.number, SIGTERM);
}

TEST(Subprocess, ThatCannotBeStartedIsRefused) {
    using oracle::throws;
    process_request what;
    EXPECT_TRUE(throws<io_error>([&] { run_process(what); }, {"cannot run", "no program"}));
    what.words = {"tiramisu-no-such-program"};
    EXPECT_TRUE(throws<io_error>([&] { run_process(what); },
                                 {"cannot run", "tiramisu-no-such-program", "No such file"}));
    what.words = {"/"};
    EXPECT_TRUE(throws<io_error>([&] { run_process(what); }, {"\"/\"", "denied"}));
    what = shell("true");
    what.folder = "/nowhere";
    EXPECT_TRUE(throws<io_error>([&] { run_process(what); }, {"\"sh\"", "folder \"/nowhere\""}));
}

TEST(Subprocess, WhoseEndIsNotToldIsRefused) {
    const process_end copy = run_forked([] {
        std::signal(SIGCHLD, SIG_IGN);
        run_process(shell("exit 3"));
        return 0;
    });
    EXPECT_EQ(copy.number, 1);
    EXPECT_THAT(copy.errors, HasSubstr("cannot wait for \"a child\""));
    EXPECT_THAT(copy.errors, HasSubstr("SIGCHLD is ignored"));
}

TEST(ForkedProcess, TellsHowItsWorkEnds) {
    EXPECT_TRUE(run_forked([] { return 0; }).is_success());
    EXPECT_EQ(run_forked([] { return 5; }).number, 5);
    const process_end aborted = run_forked([]() -> int { std::abort(); });
    EXPECT_EQ(aborted.text(), "ended by signal 6, Aborted");
    const process_end thrown = run_forked([]() -> int { throw error("so it is"); });
    EXPECT_EQ(thrown.text(), "exit status 1");
    EXPECT_EQ(thrown.errors, "so it is\n");
}

TEST(ForkedProcess, KeepsItsChangesToItself) {
    int value = 1;
    std::printf("written once\n");
    const process_end ended = run_forked([&] {
        std::printf("%d\n", ++value);
        return 0;
    });
    EXPECT_EQ(ended.output, "2\n");
    EXPECT_EQ(value, 1);
}

TEST(ForkedProcess, IsStoppedAtItsLimits) {
    const process_end slow = run_forked(
        []() -> int {
            for (;;) {
                pause();
            }
        },
        {milliseconds(100), std::nullopt});
    EXPECT_EQ(slow.why, process_end::kind::out_of_time);
}

} // namespace
} // namespace tiramisu::support
