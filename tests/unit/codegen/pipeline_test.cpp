#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/passes/pipeline.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string debug_output(const std::string &requests) {
    const expr i = it("i");
    const core::program p = make_program("f", {{"out", p_int32, a_output, {8}}},
                                         {assign("S", {"i"}, "out", {i}, i + expr(1))});
    nest loops("{ S[i] -> [i] : 0 <= i < 8 }");
    loops.kind(0, poly::loop_kind::unrolled);
    std::ostringstream shown;
    options how;
    how.debug_stream = &shown;
    how.add_debug_requests(requests);
    lower::stmt_text(p, loops.ast(), how);
    return shown.str();
}

TEST(Pipeline, IsSilentUnlessAsked) {
    EXPECT_EQ("", debug_output(""));
    EXPECT_EQ("", debug_output("find:2"));
}

TEST(Pipeline, ShowsEveryPassAtLevelTwo) {
    const std::string text = debug_output("pass:2");
    EXPECT_THAT(text, HasSubstr("pass unroll_loops: before\n"));
    EXPECT_THAT(text, HasSubstr("pass unroll_loops: after\n"));
    EXPECT_THAT(text, HasSubstr("pass vectorize_loops: unchanged\n"));
}

TEST(Pipeline, NamesThePassesAtLevelOne) {
    const std::string text = debug_output("pass:1");
    EXPECT_THAT(text, HasSubstr("pass unroll_loops: changed\n"));
    EXPECT_THAT(text, Not(HasSubstr("before")));
}

TEST(Pipeline, ShowsOnePassByName) {
    const std::string text = debug_output("pass:unroll_loops");
    EXPECT_THAT(text, HasSubstr("unrolled (c0"));
    EXPECT_THAT(text, Not(HasSubstr("simplify")));
}

TEST(Pipeline, TakesRequestsFromTheEnvironment) {
    const environment_setting debug("TIRAMISU_DEBUG", "pass:1");
    EXPECT_THAT(debug_output(""), HasSubstr("pass unroll_loops: changed"));
}

TEST(Pipeline, HasDistinctNames) {
    std::set<std::string> names;
    for (const lower::pass &step : lower::passes()) {
        EXPECT_TRUE(names.insert(step.name).second) << step.name;
    }
}

TEST(Options, RefuseMalformedRequests) {
    EXPECT_THROW(options().add_debug_requests("pass:,find:1"), user_error);
    EXPECT_THROW(options().add_debug_requests(":2"), user_error);
    options how;
    how.add_debug_requests("find,pass:3,,");
    EXPECT_EQ(1, how.debug_level("find"));
    EXPECT_EQ(3, how.debug_level("pass"));
    EXPECT_EQ(0, how.debug_level("other"));
}

} // namespace
} // namespace tiramisu::testing
