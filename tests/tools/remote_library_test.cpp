#include "peers/remote_library.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace tiramisu::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using library = std::shared_ptr<remote_library>;
using prepared = std::shared_ptr<const remote_library::prepared>;

library start(const std::string &name, const std::vector<std::string> &arguments = {}) {
    std::vector<std::string> command = {TIRAMISU_TEST_PYTHON, "-B", TIRAMISU_PYTHON_PEERS, name};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return std::make_shared<remote_library>(
        command, std::map<std::string, std::string>{{"PYTHONPATH", TIRAMISU_FAKE_PEER}});
}

std::string softmax_of(std::size_t channels) {
    return "softmax mb=1 ic=" + std::to_string(channels) + " ih=1 iw=1 axis=1 layout=nchw";
}

prepared prepare(const library &from, const std::vector<float> &values) {
    std::string why_not;
    prepared made = remote_library::prepare(
        from, softmax_of(values.size()), {{values.data(), values.size()}}, values.size(), why_not);
    EXPECT_EQ(why_not, "");
    return made;
}

std::vector<float> result_of(const prepared &one, std::size_t count) {
    std::vector<float> result(count);
    one->copy_result(result.data());
    return result;
}

template <typename Work>
std::string failure_of(const Work &work) {
    try {
        work();
    } catch (const std::runtime_error &error) {
        return error.what();
    }
    return "nothing failed";
}

TEST(RemoteLibrary, GetsItsInputsAndGivesItsResult) {
    const prepared one = prepare(start("fake"), {1, 2, 3});
    ASSERT_NE(one, nullptr);
    EXPECT_THAT(result_of(one, 3), ElementsAre(3, 5, 7)); // of the call that prepared it
    EXPECT_GT(one->run(4), 0);
    EXPECT_THAT(result_of(one, 3), ElementsAre(7, 9, 11));
}

TEST(RemoteLibrary, HoldsSeveralProblems) {
    const library fake = start("fake");
    const prepared first = prepare(fake, {1, 1}), second = prepare(fake, {5, 5, 5});
    first->run(1);
    EXPECT_THAT(result_of(second, 3), ElementsAre(11, 11, 11));
    EXPECT_THAT(result_of(first, 2), ElementsAre(4, 4));
}

TEST(RemoteLibrary, TellsItsVersionAndTakesThreadsAndCores) {
    EXPECT_EQ(start("fake")->version(), "1.0 with 1 threads on any core");
    EXPECT_EQ(start("fake", {"--threads", "2", "--cores", "0"})->version(),
              "1.0 with 2 threads on 0");
}

TEST(RemoteLibrary, SaysWhatItCannotDo) {
    const library fake = start("fake");
    const std::vector<float> numbers(2);
    const auto reason = [&](const std::string &problem, std::size_t inputs, std::size_t results) {
        std::string why_not;
        EXPECT_EQ(
            remote_library::prepare(fake, problem, {{numbers.data(), inputs}}, results, why_not),
            nullptr);
        return why_not;
    };
    EXPECT_EQ(reason("gemm m=1 n=1 k=1", 2, 1), "only softmax");
    EXPECT_EQ(reason("gemm m=1 n=1 k=1 beta=1", 2, 1), "beta=1");
    EXPECT_EQ(reason("weather today", 2, 2), "weather");
    EXPECT_EQ(reason(softmax_of(2), 1, 2), "ValueError: 1 floats of inputs, not 2");
    EXPECT_NE(prepare(fake, {1, 2}), nullptr) << "it goes on afterwards";
}

TEST(RemoteLibrary, IsAbsentWhereItCannotBeLoaded) {
    EXPECT_THAT(failure_of([] { start("unheard_of"); }),
                StartsWith("absent No module named 'unheard_of_peer'"));
    EXPECT_EQ(failure_of([] { remote_library({"/no/such/program"}, {}); }),
              "/no/such/program cannot be started");
    EXPECT_EQ(failure_of([] { remote_library({"true"}, {}); }), "true has ended");
    EXPECT_EQ(failure_of([] {
                  remote_library({"sleep", "60"}, {}, std::chrono::seconds(1));
              }),
              "sleep does not answer");
}

TEST(RemoteLibrary, TellsWhenARunFails) {
    const library fake = start("fake");
    const prepared failing = prepare(fake, {13, 1}), ending = prepare(fake, {14, 1});
    EXPECT_EQ(failure_of([&] { failing->run(1); }), "failed ValueError: thirteen");
    EXPECT_THAT(failure_of([&] { ending->run(1); }), HasSubstr("has ended"));
    EXPECT_THAT(failure_of([&] { failing->run(1); }), HasSubstr("has ended"));
}

TEST(RemoteLibrary, RefusesAResultOfAnotherSize) {
    std::string why_not;
    const float number = 1;
    const prepared one =
        remote_library::prepare(start("fake"), softmax_of(1), {{&number, 1}}, 1, why_not);
    ASSERT_NE(one, nullptr) << why_not;
    float result = 0;
    EXPECT_EQ(failure_of([&] { one->copy_result(&result); }),
              "failed ValueError: the result has 2 elements, not 1");
}

} // namespace
} // namespace tiramisu::bench
