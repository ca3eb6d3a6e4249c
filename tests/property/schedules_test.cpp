// Random programs under random schedules. What the library accepts gives the result of the
// interpreter, bit for bit; what it refuses has a pair of instances that is really wrong.

#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>

#include <gtest/gtest.h>

#include "support/case_tally.h"
#include "support/schedule_case.h"
#include "support/slowest_compiles.h"

namespace tiramisu::oracle {
namespace {

constexpr int shards = 8;

/// The counts of all shards that this process runs, printed when it ends.
class all_tallies : public ::testing::Environment {
public:
    void add(const std::string &property, const case_tally &counts, const slowest_compiles &times) {
        tallies_[property].add(counts);
        times_[property].add(times);
    }
    void TearDown() override {
        for (const auto &[property, counts] : tallies_) {
            std::cout << property << "\n" << counts.text() << times_[property].text();
        }
    }

private:
    std::map<std::string, case_tally> tallies_;
    std::map<std::string, slowest_compiles> times_;
};

all_tallies &tallies = static_cast<all_tallies &>(
    *::testing::AddGlobalTestEnvironment(new all_tallies)); // GoogleTest owns it

bool is_wanted(const char *variable) {
    const char *text = std::getenv(variable);
    return text && *text != '\0' && *text != '0';
}

void report(const schedule_case &failing, const case_result &result, std::uint64_t seed) {
    const schedule_case smaller = shrink(failing);
    ADD_FAILURE() << "TIRAMISU_SEED=" << seed << " TIRAMISU_CASES=1: " << result.text << "\n"
                  << failing.to_cpp() << "\nwith fewer commands: " << run_case(smaller).text << "\n"
                  << smaller.to_cpp();
}

using case_maker = std::function<made_case(random_source &)>;

void run_cases(const std::string &property, int shard, const random_run &run,
               const case_maker &make) {
    const int longest = 40; // failures are worth reading one by one
    case_tally counts;
    slowest_compiles times;
    int failures = 0;
    for (int i = shard; i < run.cases && failures < longest; i += shards) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(i);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) + " TIRAMISU_CASES=1");
        random_source random(seed);
        const made_case made = make(random);
        if (is_wanted("TIRAMISU_TRACE")) { // for cases that end the program
            std::cout << "--- " << seed << "\n" << made.made.to_cpp() << std::endl;
        }
        const case_result result = run_case(made.made);
        counts.add(made, result);
        times.add(seed, result.compile_seconds);
        if (result.what == outcome::failed) {
            ++failures;
            report(made.made, result, seed);
        }
        if (is_wanted("TIRAMISU_SHOW") && result.what != outcome::accepted) {
            std::cout << "--- " << seed << " " << to_string(result.what) << ": " << result.text
                      << "\n"
                      << made.made.to_cpp() << "\n";
        }
    }
    tallies.add(property + ", TIRAMISU_SEED=" + std::to_string(run.seed), counts, times);
}

class Schedules : public ::testing::TestWithParam<int> {};

TEST_P(Schedules, KeepTheMeaningOrAreRefused) {
    run_cases("Commands", GetParam(), random_run::from_environment(20000, 2400),
              [](random_source &random) {
                  const int commands = random.between(0, 8);
                  return make_random_case(random, feature_set::of_case(random), commands);
              });
}

TEST_P(Schedules, KeepTheMeaningWithStagedValues) {
    run_cases("Commands and stagings", GetParam(), random_run::from_environment(60000, 800),
              [](random_source &random) {
                  const int commands = random.between(0, 5);
                  const int stagings = random.between(1, 3);
                  return make_random_case(random, feature_set::of_case(random), commands, stagings);
              });
}

TEST_P(Schedules, KeepTheMeaningWhereTheLibraryOrdersLoops) {
    run_cases("Commands that leave loops unordered", GetParam(),
              random_run::from_environment(90000, 400), [](random_source &random) {
                  const int commands = random.between(1, 6);
                  return make_random_case(random, feature_set::of_case(random), commands, 0,
                                          command_set::leaving_loops_unordered);
              });
}

INSTANTIATE_TEST_SUITE_P(Shard, Schedules, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
