#include <gtest/gtest.h>

#include "core/meaning/scheduled_registers.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

class ScheduledRegisters : public ::testing::Test, protected in_function {
protected:
    ScheduledRegisters() : in_function("scheduled_registers") { c.store_in(&out); }

    static bool are_scheduled() {
        const function f = current();
        return core::schedules_registers(*f.state(), analysis_of(f));
    }

    const var i = var("i", 0, 40), j = var("j", 0, 48);
    buffer out = buffer("out", {40, 48}, p_float32, a_output);
    computation c = computation("c", {i, j}, 1.0f);
};

TEST_F(ScheduledRegisters, NoneAreWithoutCommands) {
    EXPECT_FALSE(are_scheduled());
}

TEST_F(ScheduledRegisters, ACommandOrTwoLeaveThemToTheCompiler) {
    c.parallelize(i);
    c.vectorize(j, 8);
    EXPECT_FALSE(are_scheduled());
}

TEST_F(ScheduledRegisters, AnUnrolledLoopAloneLeavesThemToTheCompiler) {
    c.unroll(j, 4);
    EXPECT_FALSE(are_scheduled());
}

TEST_F(ScheduledRegisters, UnrolledVectorsSayWhatTheyHold) {
    c.vectorize(j, 8);
    c.unroll(i, 4);
    EXPECT_TRUE(are_scheduled());
}

TEST_F(ScheduledRegisters, LoopsOnAGpuSayWhatTheyHold) {
    c.gpu_block(i);
    c.gpu_thread(j);
    EXPECT_TRUE(are_scheduled());
}

TEST_F(ScheduledRegisters, OfACompleteScheduleAnyVectorSaysSo) {
    current().set_complete_schedule(true);
    EXPECT_FALSE(are_scheduled());
    c.vectorize(j, 8);
    EXPECT_TRUE(are_scheduled());
}

TEST_F(ScheduledRegisters, ACloneIsAsCompleteAsItsOriginal) {
    c.vectorize(j, 8);
    current().set_complete_schedule(true);
    const function copy = current().clone("copy");
    EXPECT_TRUE(core::schedules_registers(*copy.state(), analysis_of(copy)));
}

} // namespace
} // namespace tiramisu::testing
