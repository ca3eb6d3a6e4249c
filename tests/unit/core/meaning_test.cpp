// What a program means is found once for all of its schedules.

#include "core/meaning/meaning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/program/public_call.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using found_meaning = std::shared_ptr<const core::meaning>;

class Meaning : public ::testing::Test, protected in_function {
protected:
    Meaning() : in_function("meant") {
        a.store_in(&in);
        c.store_in(&out);
    }

    static found_meaning now() {
        core::function_state &function = *current().state();
        const core::public_call asks = {"the test", "", {}};
        return core::answer(function, asks, [&] {
            return core::meaning_of(function, core::guess_arguments(function), {});
        });
    }

    const var i{"i", 0, 8}, j{"j", 0, 8};
    buffer in{"in", {8, 8}, p_int32, a_input}, out{"out", {8, 8}, p_int32, a_output};
    input a{"a", {i, j}, p_int32};
    computation b{"b", {i, j}, a(i, j) + 1};
    computation c{"c", {i, j}, b(i, j) * 2};
};

TEST_F(Meaning, IsFoundOnceForAllSchedules) {
    const found_meaning first = now();
    EXPECT_EQ(first, now());
    b.tile(i, j, 2, 4);
    b.then(c, j);
    EXPECT_EQ(first, now());
    c.cache_read(b, i);
    EXPECT_EQ(first, now());
    current().set_schedule(current().get_schedule().first(1));
    EXPECT_EQ(first, now());
    EXPECT_TRUE(current().is_legal(current().get_schedule().first(0)));
    EXPECT_EQ(first, now());
}

TEST_F(Meaning, IsAnotherOneAfterADeclaration) {
    const found_meaning first = now();
    buffer own("own", {8, 8}, p_int32, a_temporary);
    b.store_in(&own);
    const found_meaning stored = now();
    EXPECT_NE(first, stored);
    current().add_context_constraints("[n] -> { : n > 0 }");
    EXPECT_NE(stored, now());
    const found_meaning constrained = now();
    c.add_predicate(b(i, j) > 3);
    EXPECT_NE(constrained, now());
    const computation later("later", {i, j}, c(i, j) + 1);
    EXPECT_EQ(3u, now()->reference.size());
}

TEST_F(Meaning, IsAnotherOneUnderMoreConstraints) {
    current().add_context_constraints("[n] -> { : n > 0 }");
    const found_meaning first = now();
    EXPECT_EQ(first, now());
    current().add_context_constraints("[n] -> { : n < 100 }");
    EXPECT_NE(first, now());
}

TEST_F(Meaning, IsAnotherOneOfOtherArguments) {
    const found_meaning first = now();
    core::function_state &function = *current().state();
    buffer spare("spare", {3}, p_int32, a_temporary);
    const auto with_spare = core::meaning_of(function, {&in, &out, &spare}, {});
    EXPECT_NE(first, with_spare);
    EXPECT_EQ(3u, with_spare->resolved.arguments.size());
}

TEST_F(Meaning, FollowsLoopsThatRunDownwardByNumber) {
    const found_meaning upward = now();
    b.loop_reversal(0);
    const found_meaning downward = now();
    EXPECT_FALSE(upward->reference.at("b").is_equal(downward->reference.at("b")));
    current().set_schedule(current().get_schedule().first(0));
    EXPECT_EQ(upward, now());
}

TEST_F(Meaning, FollowsWhatIsComputedInline) {
    const found_meaning stored = now();
    b.compute_inline();
    const found_meaning inlined = now();
    EXPECT_NE(stored, inlined);
    EXPECT_EQ(inlined, now());
}

TEST_F(Meaning, FollowsRfactor) {
    computation sum("sum", {i}, expr(0));
    sum(i) += a(i, j);
    const found_meaning first = now();
    sum.rfactor(j, var("u"));
    EXPECT_LT(first->reference.size(), now()->reference.size());
    current().set_schedule(current().get_schedule().first(0));
    EXPECT_EQ(first, now());
}

TEST_F(Meaning, FollowsOrderingCommandsWhereDeclarationsGiveNone) {
    buffer cell("cell", {1}, p_int32, a_temporary);
    computation set("set", {i}, a(i, 0)), use("use", {i}, set(i) + 1);
    set.store_in(&cell, {0});
    EXPECT_THROW(now(), user_error);
    set.then(use, i);
    const found_meaning alternating = now();
    EXPECT_EQ(alternating, now());
    use.vectorize(i, 4);
    EXPECT_NE(alternating, now()) << "a command may be of another order";
    EXPECT_TRUE(alternating->reference.at("set").is_equal(now()->reference.at("set")));
}

TEST_F(Meaning, TellsWhatItAcceptsUnderEverySchedule) {
    buffer copied("copied", {8, 8}, p_int32, a_output);
    input from("from", {i, j}, p_int32);
    from.store_in(&copied);
    c.set_expression(b(i, j) + from(i, j));
    function f = current();
    const std::vector<buffer *> arguments = {&in, &out, &copied};
    for (int schedule = 0; schedule < 2; ++schedule) {
        f.set_schedule(f.get_schedule().first(0));
        f.compile(arguments);
        EXPECT_THAT(f.notes(), ElementsAre(HasSubstr("it is an input")));
    }
}

TEST_F(Meaning, IsKnownToClones) {
    const found_meaning own = now();
    const function copy = current().clone("copied");
    const auto known = copy.state()->known;
    ASSERT_EQ(1u, known.size());
    EXPECT_EQ("copied", known[0]->found->resolved.name);
    EXPECT_EQ(own->dependences.size(), known[0]->found->dependences.size());
    EXPECT_TRUE(copy.is_legal(copy.get_schedule()));
    EXPECT_EQ(known, copy.state()->known);
}

} // namespace
} // namespace tiramisu::testing
