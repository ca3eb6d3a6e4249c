// Values that a computation overwrites itself, and whether somebody has read them before.

#include "core/meaning/overwritten_values.h"

#include <gtest/gtest.h>

#include "support/accesses.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

class OverwrittenValues : public ::testing::Test, protected in_function {
protected:
    OverwrittenValues() : in_function("overwriting") {}

    static bool are_left_unread() {
        const core::analysis now = analysis_of_current();
        return core::leaves_values_unread(now.accesses, now.schedule);
    }

    const var t = var("t", 0, 5), i = var("i", 0, 8), first = var("i", 0, 4),
              second = var("i", 4, 8), near_end = var("i", 4, 7);
    buffer row = buffer("row", {8}, p_int32, a_temporary);
};

/// A row that is computed anew for each t, and two that read their parts of it there.
class RowInTurns : public OverwrittenValues {
protected:
    buffer out = buffer("out", {5, 8}, p_int32, a_output);

    void read(const var &left, const var &right) {
        computation a("a", {t, i}, t + i), b("b", {t, left}, a(t, left)),
            c("c", {t, right}, a(t, right));
        a.store_in(&row, {i});
        b.store_in(&out, {t, left});
        c.store_in(&out, {t, right});
        a.then(b, t).then(c, t);
    }
};

TEST_F(RowInTurns, IsReadByBothTogether) {
    read(first, second);
    EXPECT_FALSE(are_left_unread());
}

TEST_F(RowInTurns, MayHaveAnElementThatNobodyEverReads) {
    read(first, near_end);
    EXPECT_FALSE(are_left_unread());
}

TEST_F(RowInTurns, IsLeftUnreadWhereSomeOfItIsReadInTheLastTurnOnly) {
    computation a("a", {t, i}, t + i), b("b", {t, first}, a(t, first)),
        c("c", {second}, a(4, second));
    buffer last("last", {8}, p_int32, a_output);
    a.store_in(&row, {i});
    b.store_in(&out, {t, first});
    c.store_in(&last, {second});
    a.then(b, t).then(c, computation::root);
    EXPECT_TRUE(are_left_unread());
}

TEST_F(OverwrittenValues, AreReadBeforeInAnOrderOfCommandsOnly) {
    computation a("a", {i}, i + 1), c("c", {i}, a(i) + 1);
    buffer one("one", {1}, p_int32, a_temporary), all("all", {8}, p_int32, a_output);
    a.store_in(&one, {expr(0)});
    c.store_in(&all);
    a.then(c, i);
    EXPECT_FALSE(are_left_unread());
    const core::analysis now = analysis_of_current();
    const isl::ctx ctx = current().state()->ctx;
    const poly::timestamps apart = {{"a", isl::map(ctx, "{ a[i] -> [0, i, 0] }")},
                                    {"c", isl::map(ctx, "{ c[i] -> [1, i, 0] }")}};
    EXPECT_TRUE(core::leaves_values_unread(now.accesses, apart));
}

TEST_F(OverwrittenValues, AreUnreadWhereReadersSeeTheLastOfAnIterationOnly) {
    const var u("u", 0, 2);
    computation a("a", {t, u}, t + u), b("b", {t}, a(t, 1));
    buffer one("one", {1}, p_int32, a_temporary), all("all", {5}, p_int32, a_output);
    a.store_in(&one, {expr(0)});
    b.store_in(&all);
    a.then(b, t);
    EXPECT_TRUE(are_left_unread());
}

TEST(SetsAnew, WhatDoesNotReadTheElementsThatItOverwrites) {
    const isl_reader isl;
    const poly::memory_access set = write(isl, "{ S[t, i] -> row[i] : 0 <= t < 5 and 0 <= i < 8 }");
    EXPECT_TRUE(core::sets_anew(set, {set, read(isl, "{ T[i] -> row[i] : 0 <= i < 8 }")}));
    const auto old = read(isl, "{ S[t, i] -> row[i - 1] : 0 <= t < 5 and 0 < i < 8 }");
    EXPECT_FALSE(core::sets_anew(set, {set, old}));
    const poly::memory_access once = write(isl, "{ S[i] -> row[i] : 0 <= i < 8 }");
    EXPECT_FALSE(core::sets_anew(once, {once}));
}

} // namespace
} // namespace tiramisu::testing
