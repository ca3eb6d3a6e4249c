#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/measure/tuning_log.h"
#include "support/temporary_folder.h"
#include "support/tuned_programs.h"
#include "tiramisu/auto_schedule.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

tuned_function function_of(const tuned_program &program, double uses) {
    return {program.what, program.arguments, uses};
}

TEST(SeveralFunctions, ShareTheTrials) {
    const tiramisu::testing::temporary_folder folder;
    std::vector<tuned_function> functions = {function_of(tuned_matmul(96, 96, 96), 10),
                                             function_of(tuned_row_minimum(4, 8), 1)};
    tuning opts;
    opts.trials = 48;
    opts.threads = 1;
    opts.log = folder / "both.jsonl";
    const std::vector<tuning_result> found = auto_schedule(functions, opts);
    ASSERT_EQ(2U, found.size());
    EXPECT_LE(found[0].counts.trials() + found[1].counts.trials(), 48);
    EXPECT_LT(30, found[0].counts.trials()) << "there is all that can be gained";
    EXPECT_LE(2, found[1].counts.trials()) << "each has a round";
    EXPECT_LT(0, found[0].best_seconds); // the start may be as fast
    EXPECT_LT(0, found[0].start_seconds);
    EXPECT_EQ(found[0].best, functions[0].what.get_schedule());
    EXPECT_LE(40U, read_log(opts.log, {}).size());
}

TEST(SeveralFunctions, StopWhereTheWholeIsFastEnough) {
    std::vector<tuned_function> functions = {function_of(tuned_matmul(32, 32, 32), 1),
                                             function_of(tuned_row_minimum(4, 8), 1)};
    tuning opts;
    opts.trials = 200;
    opts.threads = 1;
    tuning_goal goal;
    goal.required_seconds = 1;
    const std::vector<tuning_result> found = auto_schedule(functions, opts, goal);
    EXPECT_GT(60, found[0].counts.trials() + found[1].counts.trials());
}

TEST(SeveralFunctions, NeedTrialsForEach) {
    std::vector<tuned_function> functions = {function_of(tuned_matmul(8, 8, 8), 1)}, none;
    tuning opts;
    opts.trials = 1;
    EXPECT_THAT([&] { auto_schedule(functions, opts); },
                ThrowsMessage<user_error>(HasSubstr("1 functions: auto_schedule: there are 1 "
                                                    "trials; there must be a function, and two "
                                                    "trials for each")));
    EXPECT_THAT([&] { auto_schedule(none); },
                ThrowsMessage<user_error>(HasSubstr("there must be a function")));
}

} // namespace
} // namespace tiramisu::tune
