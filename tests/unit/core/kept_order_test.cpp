// Values that temporaries keep for a while may change places; what arguments hold may not.

#include <gtest/gtest.h>

#include "core/meaning/kept_order.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

/// t = a(i, j), then t += a(i, k), then out(i, j) = t, all in one loop over i and j.
class KeptOrder : public ::testing::Test, protected in_function {
protected:
    KeptOrder()
        : in_function("kept_order"), i("i", 0, 8), j("j", 0, 6), k("k", 0, 4), i0("i0"), j0("j0"),
          i1("i1"), j1("j1"), a_mem("a_mem", {8, 6}, p_int32, a_input),
          t_mem("t_mem", {1}, p_int32, a_temporary), out_mem("out_mem", {8, 6}, p_int32, a_output),
          a("a", {i, j}, p_int32), t("t", {i, j}, a(i, j)), out("out", {i, j}, p_int32),
          f(current()) {
        a.store_in(&a_mem);
        t.store_in(&t_mem, {0});
        t(i, j) += a(i, k) * cast(p_int32, k);
        out.set_expression(t(i, j));
        out.store_in(&out_mem);
        order_at(j);
    }

    std::vector<computation> all() { return {t.init(), t.update(0), out}; }

    void order_at(const var &level) {
        computation start = t.init();
        start.then(t, level).then(out, level);
    }

    void interchange_all() {
        for (computation &each : all()) {
            each.interchange(i, j);
        }
    }

    const var i, j, k, i0, j0, i1, j1;
    buffer a_mem, t_mem, out_mem;
    input a;
    computation t, out;
    function f;
};

TEST_F(KeptOrder, LoopsAroundATemporaryMayBeInterchanged) {
    interchange_all();
    EXPECT_FALSE(illegality_of_current());
    EXPECT_TRUE(f.check_legality_of_function());
}

TEST_F(KeptOrder, LoopsAroundATemporaryMayBeTiledAndReversed) {
    for (computation &each : all()) {
        each.reverse(i).tile(i, j, 3, 2, i0, j0, i1, j1);
    }
    order_at(j1);
    EXPECT_FALSE(illegality_of_current());
}

TEST_F(KeptOrder, WhatNobodySeesOfATemporaryIsSeenOfAnArgument) {
    interchange_all();
    const auto error = core::find_illegality(
        *f.state(), core::analyse(*f.state(), {&a_mem, &t_mem, &out_mem}, {}), {});
    ASSERT_TRUE(error);
    EXPECT_NE(std::string::npos, error->problem().find("breaks an output dependence: t(0, 1)"))
        << error->problem();
}

TEST_F(KeptOrder, AReaderThatComesAfterTheNextWriteIsRefused) {
    interchange_all();
    out.shift(i, 1);
    const auto error = illegality_of_current();
    ASSERT_TRUE(error);
    EXPECT_EQ("t_mem", error->dependence().buffer);
}

TEST_F(KeptOrder, AConditionOnDataLeavesTheOrderAsItIs) {
    t.update(0).add_predicate(a(i, k) > 0);
    EXPECT_FALSE(illegality_of_current());
    interchange_all();
    EXPECT_TRUE(illegality_of_current());
}

TEST_F(KeptOrder, AParallelLoopStillNeedsACopyForEachIteration) {
    interchange_all();
    EXPECT_EQ("", out.why_not_parallel(j));
    for (computation &each : all()) {
        each.parallelize(j);
    }
    EXPECT_FALSE(illegality_of_current());
    EXPECT_NE("", out.why_not_vectorizable(i));
}

TEST_F(KeptOrder, PartOfTheFunctionIsAskedOfInTheSameWay) {
    EXPECT_TRUE(f.check_partial_legality_in_function({&t, &out}));
    interchange_all();
    EXPECT_TRUE(f.check_partial_legality_in_function({&t}));
    EXPECT_TRUE(f.check_partial_legality_in_function({&t, &out}));
    t.update(0).loop_reversal(k, k);
    EXPECT_FALSE(f.check_partial_legality_in_function({&t}));
}

TEST_F(KeptOrder, SkewsKeepTheOrderInWhichLiveRangesRunNow) {
    interchange_all();
    std::vector<computation> each = all();
    const skew_choices found = f.legal_skews({&each[0], &each[1], &each[2]}, var("j"), var("i"), 8);
    ASSERT_FALSE(found.inner_parallel.empty());
    const loop_skew by = found.inner_parallel.front();
    EXPECT_EQ(8, by.a); // as many steps for one of j as there are of i
    EXPECT_EQ(1, by.b);
    for (computation &one : each) {
        one.skew(0, 1, by.a, by.b, by.c, by.d);
        one.tag_parallel_level(1);
    }
    EXPECT_FALSE(illegality_of_current());
}

TEST_F(KeptOrder, DependencesToKeepAreInTheOrderOfTheSchedule) {
    interchange_all();
    const core::analysis now = analysis_of_current();
    EXPECT_TRUE(poly::find_broken(now.dependences, now.accesses, now.schedule, false));
    EXPECT_FALSE(
        poly::find_broken(core::dependences_to_keep(now), now.accesses, now.schedule, false));
}

} // namespace
} // namespace tiramisu::testing
