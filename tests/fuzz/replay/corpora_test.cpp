// Every stored input of the fuzzers is judged, with whatever compiler there is.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include <gtest/gtest.h>

#include "support/fuzz_targets.h"

namespace tiramisu::oracle {
namespace {

using judge = std::function<std::string(const std::vector<std::uint8_t> &)>;

std::vector<std::filesystem::path> inputs_of(const std::string &target) {
    const std::filesystem::path tests = std::filesystem::path(TIRAMISU_TEST_DATA_DIR).parent_path();
    std::vector<std::filesystem::path> inputs;
    for (const auto &entry : std::filesystem::directory_iterator(tests / "corpus" / target)) {
        inputs.push_back(entry.path());
    }
    std::sort(inputs.begin(), inputs.end());
    return inputs;
}

std::vector<std::uint8_t> bytes_of(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void expect_nothing_wrong(const std::string &target, const judge &judged) {
    const std::vector<std::filesystem::path> inputs = inputs_of(target);
    EXPECT_FALSE(inputs.empty());
    for (const std::filesystem::path &input : inputs) {
        EXPECT_EQ("", judged(bytes_of(input))) << input;
    }
}

TEST(Corpora, SchedulesKeepTheMeaningOrAreRefused) {
    expect_nothing_wrong("schedule", judge_schedule);
}

TEST(Corpora, FilesAreRefusedOrLoadedAsTheyAre) {
    expect_nothing_wrong("schedule_file", judge_schedule_file);
}

TEST(Corpora, NetworksAreRefusedOrMeanSomething) {
    expect_nothing_wrong("network", judge_network);
}

TEST(Corpora, NothingIsAnInputToo) {
    EXPECT_EQ("", judge_schedule({}));
    EXPECT_EQ("", judge_schedule_file({}));
    EXPECT_EQ("", judge_network({}));
}

} // namespace
} // namespace tiramisu::oracle
