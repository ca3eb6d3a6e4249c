// The order that defines the meaning: each rule of the second decision record.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/isl_equal.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

class ReferenceOrder : public ::testing::Test, protected in_function {
protected:
    ReferenceOrder() : in_function("reference") {}

    /// { S[i] -> T[j] : S[i] runs before T[j] }
    static isl::map before(const core::analysis &now, const std::string &first,
                           const std::string &second) {
        return poly::runs_before(now.meant->reference.at(first), now.meant->reference.at(second));
    }
    const var t = var("t", 0, 5), i = var("i", 0, 8), j = var("j", 0, 4), k = var("k", 0, 3);
    buffer out = buffer("out", {8}, p_int32, a_output);
};

TEST_F(ReferenceOrder, IsDeclarationOrderEachDomainLexicographically) {
    computation a("a", {i, j}, expr(1)), c("c", {i}, a(i, 0) + 1);
    c.store_in(&out);
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(before(now, "c", "a").is_empty());
    EXPECT_TRUE(is_map(before(now, "a", "c"),
                       "{ a[i, j] -> c[k] : 0 <= i < 8 and 0 <= j < 4 and 0 <= k < 8 }"));
    EXPECT_TRUE(is_map(before(now, "a", "a"),
                       "{ a[i, j] -> a[x, y] : 0 <= i, x < 8 and 0 <= j, y < 4 and "
                       "(i < x or (i = x and j < y)) }"));
}

TEST_F(ReferenceOrder, CommandsDoNotChangeIt) {
    computation a("a", {i}, expr(1)), c("c", {i}, a(i) + 1);
    c.store_in(&out);
    c.after(a, i).loop_reversal(i, "r");
    a.loop_reversal(i, "r");
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(is_map(before(now, "a", "c"), "{ a[i] -> c[k] : 0 <= i, k < 8 }"));
    EXPECT_TRUE(is_map(before(now, "a", "a"), "{ a[i] -> a[k] : 0 <= i < k < 8 }"));
}

TEST_F(ReferenceOrder, UpdatesComeAfterTheirDefinitionInTurn) {
    computation c("c", {i}, expr(0));
    c(i) += k;
    c(i) *= k;
    c.store_in(&out);
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(before(now, "c_update_1", "c").is_empty());
    EXPECT_TRUE(before(now, "c_update_2", "c_update_1").is_empty());
}

TEST_F(ReferenceOrder, AScalarReusedInALoopSharesTheLoopNamedByThen) {
    buffer one("one", {1}, p_int32, a_temporary);
    computation a("a", {i}, cast(p_int32, i)), c("c", {i}, a(i) + 1);
    a.store_in(&one, {expr(0)});
    c.store_in(&out);
    EXPECT_TRUE(throws<user_error>([] { analysis_of_current(); },
                                   {"computation \"c\"", "reads \"a\"", "computation \"a\"",
                                    "overwritten", "then, after", "different elements"}));
    a.then(c, i);
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(is_map(before(now, "a", "c"), "{ a[i] -> c[k] : 0 <= i <= k < 8 }"));
    EXPECT_TRUE(is_map(before(now, "c", "a"), "{ c[i] -> a[k] : 0 <= i < k < 8 }"));
    EXPECT_TRUE(current().check_legality_of_function());
}

TEST_F(ReferenceOrder, ACycleThroughMemorySharesTheTimeLoop) {
    // A stencil in time with two buffers: each reads what the other wrote.
    init("stencil");
    buffer u("u", {8}, p_int32, a_output), v("v", {8}, p_int32, a_temporary);
    const var x("x", 1, 7);
    input at("at", {i}, p_int32);
    at.store_in(&u);
    computation next("next", {t, x}, at(x - 1) + at(x + 1));
    next.store_in(&v, {x});
    computation now_("now_", {t, x}, next(t, x));
    now_.store_in(&u, {x});
    next.then(now_, t);
    const core::analysis found = analysis_of_current();
    EXPECT_TRUE(is_map(before(found, "next", "now_"),
                       "{ next[t, x] -> now_[s, y] : 0 <= t <= s < 5 and 1 <= x, y < 7 }"));
    EXPECT_TRUE(is_map(before(found, "now_", "next"),
                       "{ now_[t, x] -> next[s, y] : 0 <= t < s < 5 and 1 <= x, y < 7 }"));
}

TEST_F(ReferenceOrder, ASharedLoopMadeByTilingStandsForTheIteratorsItDetermines) {
    buffer one("one", {1, 4}, p_int32, a_temporary), square("square", {8, 4}, p_int32, a_output);
    computation a("a", {i, j}, cast(p_int32, i)), c("c", {i, j}, a(i, j) + 1);
    a.store_in(&one, {expr(0), j});
    c.store_in(&square);
    a.then(c, i);
    a.split(i, 2, "io", "ii");
    c.split(i, 2, "io", "ii");
    // They share only the tile now; what is meant is what the first command said.
    const core::analysis now = core::analyse(*current().state(), {&square}, {});
    EXPECT_TRUE(is_map(before(now, "a", "c"),
                       "{ a[i, j] -> c[k, l] : 0 <= i <= k < 8 and 0 <= j, l < 4 }"));
    const auto is_illegal = [&] {
        const core::analysis scheduled = core::analyse(*current().state(), {&square}, {});
        return core::find_illegality(*current().state(), scheduled, {}).has_value();
    };
    EXPECT_TRUE(is_illegal());
    c.after(a, "ii");
    EXPECT_FALSE(is_illegal());
}

TEST_F(ReferenceOrder, OthersStayInDeclarationOrderAroundAGroup) {
    buffer one("one", {1}, p_int32, a_temporary), out2("out2", {8}, p_int32, a_output);
    computation first("first", {i}, expr(3)), a("a", {i}, first(i)), c("c", {i}, a(i) + 1),
        last("last", {i}, c(i));
    a.store_in(&one, {expr(0)});
    c.store_in(&out);
    last.store_in(&out2);
    a.then(c, i);
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(before(now, "a", "first").is_empty());
    EXPECT_TRUE(before(now, "last", "c").is_empty());
    EXPECT_TRUE(is_map(before(now, "first", "a"), "{ first[i] -> a[k] : 0 <= i, k < 8 }"));
}

TEST_F(ReferenceOrder, AReadOfWhatIsDeclaredLaterIsAnError) {
    computation late("late", {i}, p_int32), c("c", {i}, late(i) + 1);
    late.set_expression(expr(1));
    c.store_in(&out);
    EXPECT_NO_THROW(analysis_of_current()) << "declared before it was defined";
    init("wrong_order");
    buffer wrong("wrong", {8}, p_int32, a_output);
    computation reader("reader", {i}, p_int32), value("value", {i}, expr(1));
    reader.set_expression(value(i) + 1);
    reader.store_in(&wrong);
    EXPECT_TRUE(throws<user_error>(
        [] { analysis_of_current(); },
        {"computation \"reader\"", "reads \"value\" before it is computed", "reader(", "value("}));
}

TEST_F(ReferenceOrder, ValuesThatNobodyCouldReadAreAnError) {
    const var later("later", 2, 8), outer("outer"), inner("inner");
    computation window("window", {i}, i * 7), c("c", {later}, window(later - 1) + window(later));
    window.store_in({i % 3}, {3});
    c.store_in(&out, {later});
    window.split(i, 2, outer, inner);
    c.after(window, later);
    EXPECT_TRUE(throws<user_error>([] { analysis_of_current(); },
                                   {"computation \"c\"",
                                    "reads \"window\" after computation "
                                    "\"window\" has overwritten the value",
                                    "let them share the loops that they alternate in"}))
        << "the loop of later iterations of c is one of pairs of iterations of window";
}

TEST_F(ReferenceOrder, ReadsOutsideTheDomainAreReadsOfMemory) {
    const var inner("inner", 2, 6);
    buffer b("b", {8}, p_int32, a_output);
    computation a("a", {i}, expr(1)), middle("middle", {inner}, expr(2)),
        c("c", {i}, middle(i) + 1);
    a.store_in(&b);
    middle.store_in(&b);
    c.store_in(&out);
    EXPECT_NO_THROW(analysis_of_current()) << "c(0) reads what a left in element 0";
}

TEST_F(ReferenceOrder, CanBeFixedAsScheduledAtAMoment) {
    computation a("a", {i}, expr(1)), c("c", {i}, a(i) + 1);
    c.store_in(&out);
    c.after(a, i);
    current().perform_full_dependency_analysis();
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(is_map(before(now, "a", "c"), "{ a[i] -> c[k] : 0 <= i <= k < 8 }"));
    c.shift(i, 3);
    EXPECT_TRUE(
        is_map(before(analysis_of_current(), "a", "c"), "{ a[i] -> c[k] : 0 <= i <= k < 8 }"))
        << "later commands do not move it";
}

TEST_F(ReferenceOrder, FixedTooEarlyIsAnError) {
    computation a("a", {i}, expr(1));
    current().perform_full_dependency_analysis();
    computation c("c", {i}, a(i) + 1);
    c.store_in(&out);
    EXPECT_TRUE(throws<user_error>(
        [] { analysis_of_current(); },
        {"computation \"c\"", "perform_full_dependency_analysis()", "call it again"}));
    current().perform_full_dependency_analysis();
    EXPECT_NO_THROW(analysis_of_current());
}

} // namespace
} // namespace tiramisu::testing
