// Schedules given whole that are none.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

class LowLevelScheduleErrors : public ::testing::Test {
protected:
    small_program p{"whole"};

    /// Refused with "computation "C": set_low_level_schedule("map"): problem", without a trace.
    void refused(const std::string &map, const std::string &problem) {
        const std::string loops = p.function.loops_text();
        EXPECT_TRUE(
            throws<user_error>([&] { p.C.set_low_level_schedule(map); },
                               {"_test.cpp:", "computation \"C\": set_low_level_schedule(\"" + map +
                                                  "\"): " + problem}));
        EXPECT_EQ("", p.function.schedule_text());
        EXPECT_EQ(loops, p.function.loops_text());
    }
};

TEST_F(LowLevelScheduleErrors, WhatIsNoMap) {
    EXPECT_TRUE(throws<user_error>([&] { p.C.set_low_level_schedule("{C[i,j]->C[0,0,i,0,j"); },
                                   {"computation \"C\"", "set_low_level_schedule"}));
}

TEST_F(LowLevelScheduleErrors, AnotherComputation) {
    refused("{D[i,j]->D[0,0,i,0,j,0]}", "maps \"D\" with 2 dimensions; it has to map \"C\" with 2");
    refused("{C[i]->C[0,0,i,0]}", "maps \"C\" with 1 dimensions; it has to map \"C\" with 2");
    refused("{C[i,j]->D[0,0,i,0,j,0]}", "maps to \"D\"; it has to map to \"C\"");
}

TEST_F(LowLevelScheduleErrors, AnotherNumberOfDimensions) {
    refused("{C[i,j]->C[0,0,i,0,j]}", "maps to 5 dimensions; there have to be "
                                      "[0, s0, l0, s1, l1, ..., sn]: 2 and 2 for each loop");
}

TEST_F(LowLevelScheduleErrors, SeveralTimesOfAnInstance) {
    refused("{C[i,j]->C[0,0,i,0,k,0]: 0<=k<2}", "gives an instance several times");
}

TEST_F(LowLevelScheduleErrors, OneTimeOfSeveralInstances) {
    refused("{C[i,j]->C[0,0,i,0]}", "it gives two instances the same time");
}

TEST_F(LowLevelScheduleErrors, InstancesWithoutATime) {
    refused("{C[i,j]->C[0,0,i,0,j,0]: i<9}", "it leaves instances of the computation out");
}

TEST_F(LowLevelScheduleErrors, ConstantsThatAreNone) {
    refused("{C[i,j]->C[1,0,i,0,j,0]}", "its first dimension is not 0");
    refused("{C[i,j]->C[0,0,i,j,j,0]}",
            "its dimension 3 is not a number; dimensions 0, 1, 3, 5 and "
            "so on are numbers, the loops are the others");
}

TEST_F(LowLevelScheduleErrors, ATransformationOfAnotherSchedule) {
    EXPECT_TRUE(throws<user_error>(
        [&] { p.C.apply_transformation_on_schedule("{C[0,s,i,t]->C[0,s,-i,t]}"); },
        {"_test.cpp:", "computation \"C\": apply_transformation_on_schedule(",
         "maps \"C\" with 4 dimensions; it has to map \"C\" with 6"}));
}

TEST_F(LowLevelScheduleErrors, LoopsThatAreNotRun) {
    EXPECT_TRUE(throws<user_error>(
        [&] { p.A.set_low_level_schedule("{A[i,j]->A[0,0,i,0,j,0]}"); },
        {"computation \"A\"", "is not executed by itself and has no loops to schedule"}));
    p.C.cache_read(p.A, p.i);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.C.set_low_level_schedule("{C[i,j]->C[0,0,j,0,i,0]}"); },
        {"would change loops inside which values are staged; give the command before cache_read, "
         "cache_write or compute_at"}));
}

} // namespace
} // namespace tiramisu::oracle
