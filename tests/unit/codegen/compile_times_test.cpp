#include <gtest/gtest.h>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

TEST(CompileTimes, TellWhereTheTimeWent) {
    init("timed");
    const var i("i", 1, 64);
    buffer mem("mem", {64}, p_float32, a_output);
    computation s("s", {i}, p_float32);
    s.set_expression(s(i - 1) * 2.0f);
    s.store_in(&mem);
    EXPECT_EQ(0, current().last_compile_times().total());
    current().compile({&mem});
    const compile_times spent = current().last_compile_times();
    for (const double part : {spent.proof, spent.loops, spent.statement, spent.machine_code}) {
        EXPECT_LT(0, part);
    }
    EXPECT_DOUBLE_EQ(spent.proof + spent.loops + spent.statement + spent.machine_code,
                     spent.total());
    s.parallelize(i);
    EXPECT_THROW(current().compile({&mem}), schedule_error);
    EXPECT_EQ(spent.total(), current().last_compile_times().total()) << "what was refused";
}

} // namespace
} // namespace tiramisu::testing
