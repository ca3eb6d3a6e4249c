#include "tiramisu/auto_scheduler/auto_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/tuned_programs.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(OlderSearch, FindsAScheduleByBeamAndExecution) {
    tuned_program program = tuned_matmul(16, 16, 16);
    auto_scheduler::ml_model_schedules_generator generator;
    auto_scheduler::evaluate_by_execution evaluation(program.arguments, "f.o", "./wrapper");
    auto_scheduler::beam_search search(1, auto_scheduler::any_depth, &evaluation, &generator);
    auto_scheduler::auto_scheduler all(&search, &evaluation);
    EXPECT_THAT([&] { all.apply_best_schedule(); },
                ThrowsMessage<user_error>(HasSubstr("has not searched yet")));
    all.find_schedule();
    EXPECT_TRUE(program.what.get_schedule().empty());
    EXPECT_EQ(8, all.get_nb_explored_schedules());
    EXPECT_LT(0, all.get_best_evaluation());
    all.apply_best_schedule();
    EXPECT_TRUE(program.what.check_legality_of_function());
}

TEST(OlderSearch, SaysWhatItNeeds) {
    EXPECT_THAT([] { auto_scheduler::auto_scheduler(nullptr, nullptr); },
                ThrowsMessage<user_error>(HasSubstr("needs a search, such as beam_search")));
}

} // namespace
} // namespace tiramisu::tune
