// What the searches find is legal when it is given, and what tiling or parallel loops need.

#include <gtest/gtest.h>

#include "core/program/function_snapshot.h"
#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

bool is_legal() {
    return !illegality_of_current();
}

/// u(t, x) from its three neighbours at t - 1: in place over a buffer for every t.
struct stencil : in_function {
    explicit stencil(const std::string &name)
        : in_function(name), t("t", 1, 12), x("x", 1, 30), mem("mem", {12, 31}, p_int32, a_output),
          u("u", {t, x}, p_int32), f(current()) {
        u.set_expression(u(t - 1, x - 1) + u(t - 1, x) + u(t - 1, x + 1));
        u.store_in(&mem);
    }
    void skew(const loop_skew &by) { u.skew(t, x, by.a, by.b, by.c, by.d, "t1", "x1"); }

    const var t, x;
    buffer mem;
    computation u;
    function f;
};

TEST(LegalSkews, ThoseThatMakeABandTilableLetItBeTiled) {
    const std::vector<loop_skew> found = stencil("asked").u.legal_skews("t", "x", 2).tilable;
    ASSERT_FALSE(found.empty());
    EXPECT_EQ((loop_skew{1, 0, 1, 1}), found.front());
    for (const loop_skew &by : found) {
        stencil s("tiled");
        s.skew(by);
        s.u.tile("t1", "x1", 4, 5);
        EXPECT_TRUE(is_legal()) << by.a << ' ' << by.b << ' ' << by.c << ' ' << by.d;
    }
}

TEST(LegalSkews, ThoseThatMakeTheInnerLoopParallelDoSo) {
    const skew_choices found = stencil("asked").u.legal_skews("t", "x", 2);
    EXPECT_TRUE(found.outer_parallel.empty());
    ASSERT_FALSE(found.inner_parallel.empty());
    for (const loop_skew &by : found.inner_parallel) {
        stencil s("parallel");
        s.skew(by);
        s.u.parallelize("x1");
        EXPECT_TRUE(is_legal()) << by.a << ' ' << by.b << ' ' << by.c << ' ' << by.d;
    }
}

TEST(LegalSkews, EverySkewThatIsNotListedIsIllegalToTile) {
    const std::vector<loop_skew> found = stencil("asked").u.legal_skews("t", "x", 1).tilable;
    for (const loop_skew &by : {loop_skew{1, 0, 0, 1}, {1, 1, 0, 1}, {1, 0, -1, 1}, {0, 1, 1, 0}}) {
        EXPECT_EQ(found.end(), std::find(found.begin(), found.end(), by));
        stencil s("tiled");
        s.skew(by);
        s.u.tile("t1", "x1", 4, 5);
        EXPECT_FALSE(is_legal()) << by.a << ' ' << by.b << ' ' << by.c << ' ' << by.d;
    }
}

TEST(LegalSkews, TheSolverOfTheFunctionGivesFirstRows) {
    stencil s("rows");
    const auto [outer, inner, tilable] = s.f.skewing_local_solver({&s.u}, s.t, s.x, 3);
    EXPECT_TRUE(outer.empty());
    ASSERT_EQ(3u, inner.size());
    EXPECT_EQ((std::pair<int, int>(1, 0)), inner.front());
    ASSERT_FALSE(tilable.empty());
    EXPECT_EQ((std::pair<int, int>(1, 0)), tilable.front());
    EXPECT_TRUE(throws<user_error>([&] { s.f.skewing_local_solver({&s.u}, s.t, s.x, 0); },
                                   {"skewing_local_solver(t, x, 0)", "at least 1"}));
}

TEST(LegalSkews, ADiagonalChainRunsInParallelAlongIt) {
    init("diagonal");
    const var i("i", 1, 20), j("j", 1, 20);
    buffer mem("mem", {20, 20}, p_int32, a_output);
    computation d("d", {i, j}, p_int32);
    d.set_expression(d(i - 1, j - 1) + 1);
    d.store_in(&mem);
    const std::vector<loop_skew> found = d.legal_skews(i, j).outer_parallel;
    ASSERT_EQ(1u, found.size());
    const loop_skew by = found.front();
    d.skew(i, j, by.a, by.b, by.c, by.d, "p", "q").parallelize("p");
    EXPECT_TRUE(is_legal());
}

TEST(LegalSkews, ComputationsThatShareTheLoopsAreSkewedTogether) {
    init("pair");
    const var t("t", 1, 9), x("x", 1, 20);
    buffer u_mem("u_mem", {9, 21}, p_int32, a_output), v_mem("v_mem", {9, 21}, p_int32, a_output);
    computation u("u", {t, x}, p_int32), v("v", {t, x}, p_int32);
    u.set_expression(v(t - 1, x + 1) + 1);
    v.set_expression(u(t, x) + v(t - 1, x - 1));
    u.store_in(&u_mem);
    v.store_in(&v_mem);
    u.then(v, x);
    function f = current();
    EXPECT_TRUE(
        throws<user_error>([&] { u.legal_skews(t, x); },
                           {"computation \"u\"", "shares loop \"t\" with \"v\"", "name it"}));
    const std::vector<loop_skew> found = f.legal_skews({&u, &v}, t, x).tilable;
    ASSERT_FALSE(found.empty());
    for (computation *one : {&u, &v}) {
        const loop_skew by = found.front();
        one->skew(t, x, by.a, by.b, by.c, by.d, "t1", "x1").tile("t1", "x1", 3, 4);
    }
    u.then(v, "x1_inner");
    EXPECT_TRUE(is_legal());
}

TEST(LegalSkews, BoundsOfInnerLoopsStayKnown) {
    init("rows_of_a_list");
    const var row("row");
    input start("start", {row}, p_int32);
    const var i("i", 0, 8), k("k", start(i), start(i + 1));
    buffer starts("starts", {9}, p_int32, a_input), mem("mem", {8, 100}, p_int32, a_output);
    start.store_in(&starts);
    computation c("c", {i, k}, i + k);
    c.store_in(&mem);
    const skew_choices found = c.legal_skews(i, k);
    EXPECT_FALSE(found.inner_parallel.empty());
    for (const std::vector<loop_skew> &list :
         {found.outer_parallel, found.inner_parallel, found.tilable}) {
        for (const loop_skew &by : list) {
            EXPECT_EQ(0, by.b) << "the outer loop would need the bounds of the inner one";
            const core::function_snapshot trial(*current().state());
            c.skew(0, 1, by.a, by.b, by.c, by.d);
            EXPECT_TRUE(is_legal());
        }
    }
}

TEST(LegalSkews, ThoseThatMakeABandTilableDoSoForTilesOfEverySize) {
    const in_function here("short_rows");
    const var i("i", 0, 4);
    buffer lengths("lengths", {4}, p_int32, a_input), out("out", {4, 2}, p_int32, a_output);
    input length("length", {i}, p_int32);
    length.store_in(&lengths);
    const var j("j", 0, min(length(i), 2));
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    for (const loop_skew &by : c.legal_skews(i, j, 1).tilable) {
        const core::function_snapshot trial(*current().state());
        c.skew(0, 1, by.a, by.b, by.c, by.d).tile(0, 1, 4, 1);
        EXPECT_TRUE(is_legal()) << by.a << ' ' << by.b << ' ' << by.c << ' ' << by.d;
    }
}

/// b reads two rows further on than a writes.
struct chain : in_function {
    explicit chain(const std::string &name)
        : in_function(name), y("y", 0, 20), low("y", 0, 18), x("x", 0, 9),
          out("out", {18, 9}, p_int32, a_output), a("a", {y, x}, y + x),
          b("b", {low, x}, a(low, x) + a(low + 2, x)), f(current()) {
        b.store_in(&out);
    }
    const var y, low, x;
    buffer out;
    computation a, b;
    function f;
};

TEST(FusionWithShifting, FindsTheShiftThatTheFusionNeeds) {
    chain c("fusion");
    const auto shifts = c.f.correcting_loop_fusion_with_shifting({&c.a}, c.b, {c.low, c.x});
    ASSERT_EQ(2u, shifts.size());
    EXPECT_EQ("y", std::get<var>(shifts[0]).get_name());
    EXPECT_EQ(2, std::get<int>(shifts[0]));
    EXPECT_EQ(0, std::get<int>(shifts[1]));
    EXPECT_EQ("", c.f.schedule_text());
    for (const auto &[loop, amount] : shifts) {
        c.b.shift(loop, amount);
    }
    c.b.after(c.a, c.x);
    EXPECT_TRUE(is_legal());
}

TEST(FusionWithShifting, WorksOnAFusionThatIsAlreadyGiven) {
    chain c("given");
    c.b.after(c.a, c.low);
    const auto shifts = c.f.correcting_loop_fusion_with_shifting({&c.a}, c.b, {c.low});
    ASSERT_EQ(1u, shifts.size());
    EXPECT_EQ(2, std::get<int>(shifts[0]));
    EXPECT_EQ("b.after(a, y);\n", c.f.schedule_text());
}

TEST(FusionWithShifting, IsEmptyWhereNoShiftIsEnough) {
    init("reverse");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer out("out", {n}, p_int32, a_output);
    computation a("a", {i}, cast(p_int32, i)), b("b", {i}, a(n - 1 - i));
    b.store_in(&out);
    EXPECT_TRUE(current().correcting_loop_fusion_with_shifting({&a}, b, {i}).empty());
}

} // namespace
} // namespace tiramisu::testing
