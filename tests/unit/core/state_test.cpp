#include <gtest/gtest.h>

#include "core/expr/fresh_names.h"
#include "core/program/instance_text.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

TEST(State, IdentifiersAreThoseOfC) {
    EXPECT_TRUE(core::is_identifier("blur_x2"));
    EXPECT_TRUE(core::is_identifier("_"));
    EXPECT_FALSE(core::is_identifier(""));
    EXPECT_FALSE(core::is_identifier("2x"));
    EXPECT_FALSE(core::is_identifier("a b"));
    EXPECT_FALSE(core::is_identifier("a.b"));
}

TEST(State, ObjectsAreFoundByName) {
    init("find");
    const var i("i", 0, 4);
    const constant n("n", p_int32), known("known", 4);
    buffer b("b", {4}, p_int32, a_output);
    computation c("c", {i}, expr(0));
    c(i) += 1;
    const core::function_state &state = *current().state();
    EXPECT_EQ(c.state(), state.find_computation("c"));
    EXPECT_EQ(c.update(0).state(), state.find_definition("c_update_1"));
    EXPECT_EQ(nullptr, state.find_computation("b"));
    EXPECT_EQ(b.state(), state.find_buffer("b"));
    ASSERT_NE(nullptr, state.find_constant("n"));
    EXPECT_EQ(nullptr, state.find_constant("i"));
    EXPECT_EQ(state.find_constant("n"), state.find_run_time_constant("n"));
    EXPECT_NE(nullptr, state.find_constant("known"));
    EXPECT_EQ(nullptr, state.find_run_time_constant("known"));
    EXPECT_EQ(nullptr, state.find_run_time_constant("i"));
}

TEST(State, SubjectsNameTheUpdate) {
    init("subject");
    const var i("i", 0, 4);
    computation c("c", {i}, expr(0));
    c(i) += 1;
    c(i) += 2;
    EXPECT_EQ("computation \"c\"", core::subject(*c.state()));
    EXPECT_EQ("computation \"c\" (update 2)", core::subject(*c.update(1).state()));
}

TEST(State, HandlesKeepTheirFunctionAlive) {
    init("first");
    const var i("i", 0, 4);
    computation c("c", {i}, cast(p_int32, i));
    buffer b("b", {4}, p_int32, a_output);
    init("second");
    c.store_in(&b);
    EXPECT_EQ("first", c.state()->owner->name);
    EXPECT_NO_THROW(c.split(i, 2));
}

TEST(State, InstancesArePrintedAsCalls) {
    init("instances");
    const var y("y", 0, 4), x("x", 0, 4);
    computation c("c", {y, x}, expr(0)), s("s", {}, expr(0));
    EXPECT_EQ("c(3, -4)", core::instance_text(*c.state(), {3, -4}));
    EXPECT_EQ("s()", core::instance_text(*s.state(), {}));
    EXPECT_EQ("(y=1, x=3)", core::point_text({"y", "x"}, {1, 3}));
    const isl::map pairs(current().state()->ctx, "{ c[y, x] -> s[] : y = 1 and x = 2 }");
    EXPECT_EQ("c(1, 2) and s()", core::first_pair_text(pairs, *c.state(), *s.state()));
}

TEST(FreshNames, AreLettersThenLettersWithNumbers) {
    core::restart_fresh_names();
    std::vector<std::string> names;
    for (int n = 0; n < 16; ++n) {
        names.push_back(core::fresh_iterator_name());
    }
    EXPECT_EQ("_i", names[0]);
    EXPECT_EQ("_w", names[13]);
    EXPECT_EQ("_i1", names[14]);
    EXPECT_EQ("_j1", names[15]);
}

} // namespace
} // namespace tiramisu::testing
