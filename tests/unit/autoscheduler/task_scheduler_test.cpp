#include "autoscheduler/tasks/task_scheduler.h"

#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tiramisu::tune {
namespace {

using ::testing::ElementsAre;

objective sum_of(std::vector<double> uses) {
    return {objective::kind::sum, {{std::move(uses)}}};
}

TEST(Objective, IsASumOfTimes) {
    const objective goal(objective::kind::sum, {{{2, 1}}, {{0, 3}}});
    EXPECT_DOUBLE_EQ(2 * 5 + 7 + 3 * 7, goal.value({5, 7}));
    EXPECT_DOUBLE_EQ(2, goal.slope({5, 7}, 0));
    EXPECT_DOUBLE_EQ(4, goal.slope({5, 7}, 1));
}

TEST(Objective, LeavesAloneWhatIsFastEnough) {
    const objective goal(objective::kind::sum_above_required, {{{1, 0}, 10}, {{1, 2}, 10}});
    // The first program takes 5, the second 5 + 14.
    EXPECT_DOUBLE_EQ(10 + 19, goal.value({5, 7}));
    EXPECT_DOUBLE_EQ(1, goal.slope({5, 7}, 0));
    EXPECT_DOUBLE_EQ(2, goal.slope({5, 7}, 1));
    EXPECT_DOUBLE_EQ(0, goal.slope({5, 2}, 1)) << "9 are enough";
}

TEST(Objective, IsTheMeanOfSpeedups) {
    const objective goal(objective::kind::speedup, {{{1, 0}, 0, 8}, {{1, 1}, 0, 18}});
    // 8 / 4 and 18 / 9: the mean is 2.
    EXPECT_DOUBLE_EQ(-2, goal.value({4, 5}));
    constexpr double step = 1e-6;
    for (const std::size_t task : {0U, 1U}) {
        std::vector<double> more = {4, 5}, less = {4, 5};
        more[task] += step;
        less[task] -= step;
        EXPECT_NEAR((goal.value(more) - goal.value(less)) / (2 * step), goal.slope({4, 5}, task),
                    1e-8);
    }
}

TEST(TaskScheduler, HasTheGradientThatIsComputedByHand) {
    task_scheduler tasks({{1000, "a"}, {1000, "a"}, {9, "b"}}, sum_of({3, 1, 1}));
    for (const double seconds : {10.0, 8.0, 7.0, 4.0}) {
        tasks.tell(0, seconds);
    }
    tasks.tell(1, 1.5);
    tasks.tell(2, 6.0);
    EXPECT_THAT(tasks.group_of(0), ElementsAre(0, 1));
    EXPECT_THAT(tasks.group_of(2), ElementsAre(2));
    // Back: (4 - 10) / 3. Ahead: -4 / 4, or as fast as the other with its 1000 / 1.5 operations a
    // second: 2 * 1.5 - 4 = -1. Three uses.
    EXPECT_DOUBLE_EQ(3 * (0.2 * -2 + 0.8 * -1), tasks.gradient(0));
    // Nothing back; -1.5 / 1, or 2 * 1.5 - 1.5: the less of the two.
    EXPECT_DOUBLE_EQ(0.8 * -1.5, tasks.gradient(1));
    EXPECT_DOUBLE_EQ(0.8 * -6, tasks.gradient(2));
    EXPECT_EQ(2U, tasks.next());
}

TEST(TaskScheduler, ExpectsOfATaskWhatItsLikeHaveReached) {
    task_scheduler tasks({{1000, "a"}, {1000, "a"}}, sum_of({1, 1}));
    for (int round = 0; round < 5; ++round) {
        tasks.tell(0, 50);
    }
    tasks.tell(1, 2);
    // -50 / 5 is less of a gain than 2 * 2 - 50.
    EXPECT_DOUBLE_EQ(0.8 * (4 - 50), tasks.gradient(0));
}

TEST(TaskScheduler, TellsSizesApart) {
    // 1.618^14 = 842.8..., 1.618^15 = 1363.7...
    task_scheduler tasks({{850, "a"}, {1360, "a"}, {1370, "a"}, {1000, ""}, {1000, ""}},
                         sum_of({1, 1, 1, 1, 1}));
    for (std::size_t task = 0; task < 5; ++task) {
        tasks.tell(task, 1);
    }
    EXPECT_THAT(tasks.group_of(0), ElementsAre(0, 1));
    EXPECT_THAT(tasks.group_of(2), ElementsAre(2));
    EXPECT_THAT(tasks.group_of(3), ElementsAre(3)) << "nothing is known of it";
}

TEST(TaskScheduler, BeginsWithARoundOfEach) {
    task_scheduler tasks({{1, "a"}, {1, "b"}}, sum_of({1, 1}));
    EXPECT_EQ(0U, tasks.next());
    tasks.tell(0, 100);
    EXPECT_EQ(1U, tasks.next());
    tasks.tell(1, 1);
    EXPECT_EQ(0U, tasks.next());
}

TEST(TaskScheduler, LeavesDeadTasksAlone) {
    task_scheduler tasks({{1, "a"}, {1, "b"}}, sum_of({1, 1}));
    tasks.tell(0, std::nullopt);
    EXPECT_TRUE(tasks.is_dead(0));
    EXPECT_EQ(1U, tasks.next());
    tasks.tell(1, 5);
    tasks.tell(1, std::nullopt);
    EXPECT_FALSE(tasks.is_dead(1)) << "it had a schedule before";
    EXPECT_EQ(2, tasks.rounds(1));
    EXPECT_EQ(1U, tasks.next());
    task_scheduler none({{1, "a"}}, sum_of({1}));
    none.tell(0, std::nullopt);
    EXPECT_EQ(std::nullopt, none.next());
}

TEST(TaskScheduler, StopsWhereNothingIsGained) {
    task_scheduler::settings opts;
    opts.patience = 3;
    task_scheduler tasks({{1, "a"}, {1, "b"}}, sum_of({1, 1}), opts);
    for (const double seconds : {9.0, 9.0, 9.0, 9.0}) {
        tasks.tell(0, seconds);
    }
    for (const double seconds : {3.0, 2.0, 1.0, 1.0}) {
        tasks.tell(1, seconds);
    }
    EXPECT_EQ(1U, tasks.next());
    tasks.tell(1, 1);
    EXPECT_EQ(1U, tasks.next());
    tasks.tell(1, 1);
    EXPECT_EQ(std::nullopt, tasks.next());
}

TEST(TaskScheduler, TakesATaskThatStaysSlowOutOfItsGroup) {
    task_scheduler tasks({{1000, "a"}, {1000, "a"}}, sum_of({1, 1}));
    tasks.tell(1, 1);
    for (int round = 0; round < 6; ++round) {
        tasks.tell(0, 10);
        EXPECT_THAT(tasks.group_of(0), ElementsAre(0, 1)) << round;
    }
    tasks.tell(0, 10);
    EXPECT_THAT(tasks.group_of(0), ElementsAre(0));
    EXPECT_THAT(tasks.group_of(1), ElementsAre(1));
    tasks.tell(0, 10);
    EXPECT_THAT(tasks.group_of(0), ElementsAre(0)) << "it does not come back";
}

/// What is left of each task's time after so many rounds.
using curve = std::function<double(int)>;

double total_of(const std::vector<curve> &curves, const std::vector<double> &uses,
                const std::vector<int> &rounds) {
    double sum = 0;
    for (std::size_t task = 0; task < curves.size(); ++task) {
        sum += uses[task] * curves[task](rounds[task]);
    }
    return sum;
}

TEST(TaskScheduler, GainsMoreThanRoundsInTurn) {
    // One task that matters and gains for long, others that soon gain nothing, one of no weight.
    const std::vector<curve> curves = {
        [](int t) { return 100.0 / t; }, [](int t) { return t < 3 ? 10.0 / t : 3.0; },
        [](int t) { return 4.0 + 1.0 / t; }, [](int t) { return 50.0 / t; }};
    const std::vector<double> uses = {1, 1, 1, 0.01};
    task_scheduler tasks({{1, "a"}, {1, "b"}, {1, "c"}, {1, "d"}}, sum_of(uses));
    constexpr int budget = 40;
    for (int round = 0; round < budget; ++round) {
        const std::size_t task = tasks.next().value();
        tasks.tell(task, curves[task](tasks.rounds(task) + 1));
    }
    const double by_gradient = total_of(
        curves, uses, {tasks.rounds(0), tasks.rounds(1), tasks.rounds(2), tasks.rounds(3)});
    const double in_turn = total_of(curves, uses, {10, 10, 10, 10});
    // The best there is: all rounds but those of the beginning, and two more of the second, to the
    // first.
    const double best = total_of(curves, uses, {35, 3, 1, 1});
    EXPECT_LT(by_gradient, in_turn);
    EXPECT_LT(in_turn - best, 2 * (in_turn - by_gradient)) << by_gradient << " of " << best;
}

} // namespace
} // namespace tiramisu::tune
