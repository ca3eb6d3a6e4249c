#include "tiramisu/auto_scheduler/auto_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/measure/tuning_log.h"
#include "support/temporary_folder.h"
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

TEST(OlderSearch, RunsTheBestThatATreeSearchFinds) {
    tuned_program program = tuned_matmul(16, 16, 16);
    auto_scheduler::evaluate_by_execution execution(program.arguments, "f.o", "./wrapper");
    auto_scheduler::evaluate_by_learning_model model("python3", {"main.py"});
    auto_scheduler::mcts tree(50, 5, auto_scheduler::any_depth, &model, &execution);
    auto_scheduler::auto_scheduler by_tree(&tree, &model);
    by_tree.find_schedule();
    EXPECT_EQ(5, by_tree.get_nb_explored_schedules());
    auto_scheduler::beam_search_topk beam(4, 3, auto_scheduler::any_depth, &model);
    auto_scheduler::auto_scheduler by_beam(&beam, &model);
    by_beam.set_exec_evaluator(&execution);
    by_beam.find_schedule();
    EXPECT_EQ(3, by_beam.get_nb_explored_schedules());
}

TEST(OlderSearch, AsksAModelAloneWhereNothingIsRun) {
    tuned_program program = tuned_matmul(16, 16, 16);
    auto_scheduler::evaluate_by_learning_model model("python3", {"main.py"});
    auto_scheduler::mcts tree(50, 5, auto_scheduler::any_depth, &model);
    auto_scheduler::auto_scheduler all(&tree, &model);
    all.find_schedule();
    EXPECT_EQ(0, all.get_nb_explored_schedules());
    all.apply_best_schedule();
    EXPECT_FALSE(program.what.get_schedule().empty());
    EXPECT_THAT([&] { all.sample_search_space("samples.json"); },
                ThrowsMessage<user_error>(HasSubstr("has nothing to run; give it "
                                                    "evaluate_by_execution")));
}

TEST(OlderSearch, WritesSamplesOfTheSpace) {
    const tiramisu::testing::temporary_folder folder;
    tuned_program program = tuned_matmul(16, 16, 16);
    auto_scheduler::evaluate_by_execution execution(program.arguments, "f.o", "./wrapper");
    auto_scheduler::beam_search_topk four(1, 4);
    auto_scheduler::auto_scheduler all(&four, &execution);
    all.sample_search_space(folder / "samples.json");
    EXPECT_EQ(4U, read_log(folder / "samples.json", {}).size());
    EXPECT_TRUE(program.what.get_schedule().empty());
}

TEST(OlderSearch, SaysWhatItNeeds) {
    tuned_program program = tuned_matmul(16, 16, 16);
    auto_scheduler::evaluate_by_execution execution(program.arguments, "f.o", "./wrapper");
    auto_scheduler::beam_search none(0);
    auto_scheduler::auto_scheduler all(&none, &execution);
    EXPECT_THAT([&] { all.find_schedule(); },
                ThrowsMessage<user_error>(HasSubstr("has a search of 0 trials")));
    EXPECT_THAT([] { auto_scheduler::auto_scheduler(nullptr, nullptr); },
                ThrowsMessage<user_error>(HasSubstr("needs a search, such as beam_search")));
}

} // namespace
} // namespace tiramisu::tune
