// Schedules given whole, as maps in isl's notation.

#include "core/commands/low_level_schedule.h"

#include <gtest/gtest.h>

#include "polyhedral/timestamp.h"
#include "support/functions.h"
#include "support/isl_equal.h"
#include "support/temporary_file.h"

namespace tiramisu::testing {
namespace {

using names = std::vector<std::string>;

/// Two computations that do not depend on each other, over the same box.
struct pair_of_statements : in_function {
    pair_of_statements() : in_function("whole") {
        a.store_in(&a_mem);
        b.store_in(&b_mem);
    }
    const var i = var("i", 0, 6), j = var("j", 0, 4);
    buffer a_mem = buffer("a_mem", {6, 4}, p_int32, a_output);
    buffer b_mem = buffer("b_mem", {6, 4}, p_int32, a_output);
    computation a = computation("a", {i, j}, i + j), b = computation("b", {i, j}, i *j);
};

class LowLevelSchedule : public ::testing::Test, protected pair_of_statements {};

/// { S[i, j] -> T[k, l] : S[i, j] runs before T[k, l] }
isl::map runs_before(const std::string &first, const std::string &second) {
    const core::analysis now = analysis_of_current();
    return poly::runs_before(now.schedule.at(first), now.schedule.at(second));
}

TEST_F(LowLevelSchedule, LoopsThatAreIteratorsHaveTheirNames) {
    a.set_low_level_schedule("{a[i,j]->a[0,0,j,0,i,0]}");
    EXPECT_EQ((names{"j", "i"}), a.get_loop_names());
    EXPECT_TRUE(is_map(a.part()->nest.map.divided(), "{ a[i, j] -> [j, i] }"));
    b.set_low_level_schedule("{b[i,j]->b[0,0,i+j,0,i,0]}");
    EXPECT_EQ((names{"t0", "i"}), b.get_loop_names());
}

TEST_F(LowLevelSchedule, EqualConstantsShareLoopsAndTheFirstThatDiffersOrders) {
    a.set_low_level_schedule("{a[i,j]->a[0,0,i,1,j,0]}");
    b.set_low_level_schedule("{b[i,j]->b[0,0,i,0,j,0]}");
    const std::string within = " : 0 <= i, k < 6 and 0 <= j, l < 4 and ";
    EXPECT_TRUE(is_map(runs_before("b", "a"), "{ b[i, j] -> a[k, l]" + within + "i <= k }"));
    EXPECT_TRUE(is_map(runs_before("a", "b"), "{ a[i, j] -> b[k, l]" + within + "i < k }"));
}

TEST_F(LowLevelSchedule, ReplacesWhatWasSaidOfTheOrder) {
    b.after(a, j);
    a.set_low_level_schedule("{a[i,j]->a[0,1,i,0,j,0]}");
    b.set_low_level_schedule("{b[i,j]->b[0,0,i,0,j,0]}");
    EXPECT_TRUE(runs_before("a", "b").is_empty());
}

TEST_F(LowLevelSchedule, ReplacesCommandsOnTheLoops) {
    a.split(i, 2, "i0", "i1").parallelize("i0");
    a.set_low_level_schedule("{a[i,j]->a[0,0,i,0,j,0]}");
    EXPECT_EQ((names{"i", "j"}), a.get_loop_names());
    EXPECT_EQ(poly::loop_kind::serial, a.part()->nest.loops.front().kind);
}

TEST_F(LowLevelSchedule, CommandsGoOnFromIt) {
    a.set_low_level_schedule("{a[i,j]->a[0,0,j,0,i,0]}");
    a.split("i", 3, "i0", "i1").parallelize("j");
    EXPECT_EQ((names{"j", "i0", "i1"}), a.get_loop_names());
    EXPECT_TRUE(current().check_legality_of_function());
}

TEST_F(LowLevelSchedule, ATransformationIsOfTheScheduleThatThereIs) {
    a.interchange(i, j);
    a.apply_transformation_on_schedule("{a[0,s,x,t,y,u]->a[0,s,x,t,-y,u]}");
    EXPECT_TRUE(is_map(a.part()->nest.map.divided().intersect_domain(a.part()->domain),
                       "{ a[i, j] -> [j, -i] : 0 <= i < 6 and 0 <= j < 4 }"));
}

TEST_F(LowLevelSchedule, ATransformationKeepsConstants) {
    a.set_low_level_schedule("{a[i,j]->a[0,1,i,0,j,0]}");
    b.set_low_level_schedule("{b[i,j]->b[0,0,i,0,j,0]}");
    a.apply_transformation_on_schedule("{a[0,s,x,t,y,u]->a[0,s,y,t,x,u]}");
    EXPECT_TRUE(runs_before("a", "b").is_empty());
    EXPECT_EQ((names{"j", "i"}), a.get_loop_names());
}

TEST_F(LowLevelSchedule, IsProvedAsEveryOther) {
    computation c("c", {i, j}, a(i, j) + 1);
    c.set_low_level_schedule("{c[i,j]->c[0,0,i,0,j,0]}");
    a.set_low_level_schedule("{a[i,j]->a[0,1,i,0,j,0]}");
    EXPECT_FALSE(current().check_legality_of_function());
    a.apply_transformation_on_schedule("{a[0,s,i,t,j,u]->a[0,0,i,t,j,u]}");
    c.apply_transformation_on_schedule("{c[0,s,i,t,j,u]->c[0,0,i,t,j,1]}");
    EXPECT_TRUE(current().check_legality_of_function());
}

TEST(LowLevelScheduleFile, GivesTheSameAgain) {
    std::string saved, text, loops;
    {
        pair_of_statements first;
        first.a.set_low_level_schedule("{a[i,j]->a[0,0,j,0,i,0]}");
        first.b.set_low_level_schedule("{b[i,j]->b[0,0,i,0,j,1]}");
        first.b.apply_transformation_on_schedule("{b[0,s,i,t,j,u]->b[0,s,j,t,i,u]}");
        saved = current().schedule_json();
        text = current().schedule_text();
        loops = current().loops_text();
    }
    const temporary_file file("whole.json", saved);
    pair_of_statements again;
    current().load_schedule(file.path());
    EXPECT_EQ(text, current().schedule_text());
    EXPECT_EQ(loops, current().loops_text());
    EXPECT_EQ(saved, current().schedule_json());
}

} // namespace
} // namespace tiramisu::testing
