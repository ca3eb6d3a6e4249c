// Which computations have no meaning one after another.

#include "core/meaning/alternation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::set<std::string> names_of(const core::definitions &definitions) {
    std::set<std::string> names;
    for (const core::computation_state *one : definitions) {
        names.insert(one->name);
    }
    return names;
}

class Alternation : public ::testing::Test, protected in_function {
protected:
    Alternation() : in_function("alternating") {}

    static std::set<std::string> without_declared_meaning() {
        return names_of(
            core::without_declared_meaning(*current().state(), analysis_of_current().accesses));
    }

    const var t = var("t", 0, 5), i = var("i", 0, 8), k = var("k", 0, 3);
    buffer out = buffer("out", {8}, p_int32, a_output);
    buffer one = buffer("one", {1}, p_int32, a_temporary);
};

TEST_F(Alternation, IsOfNothingThatReadsOnlyWhatCameBefore) {
    computation a("a", {i}, i + 1), b("b", {i}, a(i) + 1), c("c", {i}, a(i) + b(i));
    c.store_in(&out);
    EXPECT_THAT(without_declared_meaning(), IsEmpty());
}

TEST_F(Alternation, IsOfComputationsThatReadEachOther) {
    buffer u("u", {8}, p_int32, a_output), v("v", {8}, p_int32, a_temporary);
    const var x("x", 1, 7);
    input at("at", {i}, p_int32);
    at.store_in(&u);
    computation next("next", {t, x}, at(x - 1) + at(x + 1));
    next.store_in(&v, {x});
    computation back("back", {t, x}, next(t, x));
    back.store_in(&u, {x});
    computation apart("apart", {i}, i + 1);
    apart.store_in(&out);
    next.then(back, t);
    EXPECT_THAT(without_declared_meaning(), ElementsAre("back", "next"));
}

TEST_F(Alternation, IsNotOfAReductionThatReadsItself) {
    computation sum("sum", {i}, expr(0));
    sum(i) += k;
    sum.store_in(&out);
    EXPECT_THAT(without_declared_meaning(), IsEmpty());
}

TEST_F(Alternation, IsOfWhatUsesABufferInWhichValuesAreOverwrittenUnread) {
    computation a("a", {i}, i + 1), c("c", {i}, a(i) + 1);
    a.store_in(&one, {expr(0)});
    c.store_in(&out);
    a.then(c, i);
    EXPECT_THAT(without_declared_meaning(), ElementsAre("a", "c"));
}

TEST_F(Alternation, JoinsWhatIsConnectedThroughWrittenMemory) {
    buffer shared("shared", {8}, p_int32, a_input), v("v", {8}, p_int32, a_temporary),
        w("w", {8}, p_int32, a_output);
    input in("in", {i}, p_int32);
    in.store_in(&shared);
    computation a("a", {i}, in(i) + 1), b("b", {i}, a(i) + in(i)), other("other", {i}, in(i)*2);
    a.store_in(&v);
    b.store_in(&out);
    other.store_in(&w);
    const core::analysis now = analysis_of_current();
    const core::function_state &function = *current().state();
    const core::definitions core = {a.part()};
    EXPECT_THAT(names_of(core::joined_through_memory(core, {}, function, now.accesses)),
                ElementsAre("a", "b"));
    EXPECT_THAT(names_of(core::joined_through_memory(core, {b.part()}, function, now.accesses)),
                ElementsAre("a"));
}

TEST_F(Alternation, SharedLevelsAreThoseBeforePositionsDiffer) {
    poly::scheduled_statement first, second;
    first.position = {0, 0, 1};
    second.position = {0, 0, 2};
    EXPECT_EQ(2, core::shared_levels(first, second));
    second.position = {1, 0, 1};
    EXPECT_EQ(0, core::shared_levels(first, second));
    second.position = {0};
    EXPECT_EQ(1, core::shared_levels(first, second));
}

} // namespace
} // namespace tiramisu::testing
