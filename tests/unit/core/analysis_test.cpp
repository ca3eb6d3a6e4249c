#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

TEST(Analysis, SeesTheWholeFunctionAtOneMoment) {
    init("moment");
    const var i("i", 0, 8);
    buffer out("out", {8}, p_int32, a_output);
    computation a("a", {i}, expr(1)), c("c", {i}, a(7 - i) + 1);
    c.store_in(&out);
    const core::analysis now = analysis_of_current();
    EXPECT_EQ(2u, now.statements.size());
    EXPECT_EQ(3u, now.accesses.size());
    ASSERT_EQ(1u, now.dependences.size());
    EXPECT_TRUE(is_map(now.dependences[0].pairs, "{ a[i] -> c[7 - i] : 0 <= i < 8 }"));
    EXPECT_EQ("out", now.resolved.arguments[0].name);
}

TEST(Analysis, DependencesAreThoseOfTheMeaningNotOfTheSchedule) {
    init("meaning");
    const var i("i", 0, 8);
    buffer out("out", {8}, p_int32, a_output);
    computation a("a", {i}, expr(1)), c("c", {i}, a(i) + 1);
    c.store_in(&out);
    const std::string before = current().dependences_text();
    c.after(a, i).loop_reversal(i, "r");
    EXPECT_EQ(before, current().dependences_text());
}

TEST(Analysis, EmptyDomainsHaveNoDependencesAndNoLoops) {
    init("empty");
    const var none("i", 4, 4), i("i", 0, 8);
    buffer out("out", {8}, p_int32, a_output);
    computation a("a", {none}, expr(1)), c("c", {i}, expr(2));
    a.store_in(&out);
    c.store_in(&out);
    a.vectorize(none, 8);
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(now.dependences.empty());
    EXPECT_EQ(1u, core::loops_of(*current().state(), now).loops.size());
    EXPECT_TRUE(current().check_legality_of_function());
}

TEST(Analysis, AFunctionWithoutComputationsIsAnalysed) {
    init("nothing");
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(now.statements.empty());
    EXPECT_TRUE(core::loops_of(*current().state(), now).loops.empty());
}

} // namespace
} // namespace tiramisu::testing
