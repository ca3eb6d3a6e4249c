#include <gtest/gtest.h>

#include "core/commands/schedule_view.h"
#include "support/functions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

class ScheduleView : public ::testing::Test, protected in_function {
protected:
    ScheduleView() : in_function("view") {}
    const var i = var("i", 0, 8), j = var("j", 0, 4);
};

TEST_F(ScheduleView, ShowsStatementsInDeclarationOrderWithoutInputs) {
    const input in("in", {i}, p_int32);
    computation a("a", {i, j}, in(i)), b("b", {i}, a(i, 0));
    const auto found = core::scheduled_statements(*current().state());
    ASSERT_EQ(2u, found.size());
    EXPECT_EQ("a", found[0].name);
    EXPECT_EQ((std::vector<int>{0, 0, 0}), found[0].position);
    EXPECT_EQ("b", found[1].name);
    EXPECT_EQ((std::vector<int>{1, 0}), found[1].position);
}

TEST_F(ScheduleView, ShowsLoopsAsCommandsLeftThem) {
    computation a("a", {i, j}, expr(1));
    a.interchange(i, j).vectorize(i, 4).parallelize(j);
    const auto found = core::scheduled_statements(*current().state());
    EXPECT_EQ((std::vector<std::string>{"j", "i", "i_vec"}), found[0].loop_names);
    EXPECT_EQ((std::vector<poly::loop_kind>{poly::loop_kind::parallel, poly::loop_kind::serial,
                                            poly::loop_kind::vectorized}),
              found[0].kinds);
    EXPECT_TRUE(is_map(found[0].loops.divided(),
                       "{ a[i, j] -> [j, floor(i/4), i mod 4] : 0 <= i < 8 and 0 <= j < 4 }"));
}

TEST_F(ScheduleView, TimesHaveOneLengthAndKeepToTheDomain) {
    computation a("a", {i, j}, expr(1)), b("b", {i}, expr(2)), c("c", {}, expr(3));
    b.after(a, i);
    const auto times = core::timestamps_of(core::scheduled_statements(*current().state()));
    EXPECT_TRUE(
        is_map(times.at("a"), "{ a[i, j] -> [0, i, 0, j, 0] : 0 <= i < 8 and 0 <= j < 4 }"));
    EXPECT_TRUE(is_map(times.at("b"), "{ b[i] -> [0, i, 1, 0, 0] : 0 <= i < 8 }"));
    EXPECT_TRUE(is_map(times.at("c"), "{ c[] -> [1, 0, 0, 0, 0] }"));
}

} // namespace
} // namespace tiramisu::testing
