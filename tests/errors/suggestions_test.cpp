// What errors of illegal schedules offer instead. Each test gives the illegal schedule, then what
// is offered, which has to compile.

#include <gtest/gtest.h>

#include "core/program/function_snapshot.h"
#include "core/staging/staged_analysis.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

std::string suggestion() {
    const function f = current();
    const core::analysis now = core::analyse_schedule(*f.state(), {});
    const auto illegal = core::find_illegality(*f.state(), now, {});
    if (!illegal) {
        return "(legal)";
    }
    const schedule_error error =
        core::with_suggestion(*f.state(), now, core::guess_arguments(*f.state()), *illegal);
    EXPECT_NE(std::string::npos, error.problem().find(error.dependence().suggestion));
    return error.dependence().suggestion;
}

bool is_legal() {
    return suggestion() == "(legal)";
}

/// Gives commands and takes them back.
class trial {
public:
    trial() : commands_(*current().state()) {}

private:
    core::function_snapshot commands_;
};

/// c(i, j) from c(i - 1, j): loop i carries a dependence, loop j none.
struct columns : in_function {
    explicit columns(const std::string &name)
        : in_function(name), i("i", 1, 9), j("j", 0, 16), mem("mem", {9, 16}, p_int32, a_output),
          c("c", {i, j}, p_int32) {
        c.set_expression(c(i - 1, j) + 1);
        c.store_in(&mem);
    }
    var i, j;
    buffer mem;
    computation c;
};

TEST(Suggestions, TheLoopsThatMayRunInParallel) {
    columns p("parallel_columns");
    {
        const trial taken_back;
        p.c.parallelize(p.i);
        EXPECT_EQ("the loops that may run in parallel: j", suggestion());
    }
    p.c.parallelize(p.j);
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, TheLoopsThatMayBeVectorized) {
    columns p("vector_columns");
    {
        const trial taken_back;
        p.c.vectorize(p.i, 4);
        EXPECT_EQ("the loops that may be vectorized: j", suggestion());
    }
    p.c.vectorize(p.j, 4);
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, ASkewWhereNoLoopMayRunInParallel) {
    init("wavefront");
    const var y("y", 1, 9), x("x", 1, 9);
    buffer mem("mem", {9, 9}, p_int32, a_output);
    computation s("s", {y, x}, p_int32);
    s.set_expression(s(y - 1, x) + s(y, x - 1));
    s.store_in(&mem);
    {
        const trial taken_back;
        s.parallelize(x);
        EXPECT_EQ("s.skew(y, x, 1, 1, 0, 1, y_skewed, x_skewed); s.parallelize(x_skewed) would be "
                  "legal",
                  suggestion());
    }
    s.skew(y, x, 1, 1, 0, 1, "y_skewed", "x_skewed").parallelize("x_skewed");
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, WhereSomethingIsComputedInline) {
    init("inlined");
    const var i("i", 0, 16), j("j", 1, 16);
    buffer q_mem("q_mem", {16}, p_int32, a_output), r_mem("r_mem", {16}, p_int32, a_output);
    computation p("p", {i}, i * 2), q("q", {i}, p(i) + 1), r("r", {i}, q(15 - i));
    q.store_in(&q_mem);
    r.store_in(&r_mem);
    p.compute_inline();
    {
        const trial taken_back;
        r.after(q, i);
        EXPECT_EQ("r.shift(i, 15) would make it legal", suggestion());
    }
    r.after(q, i).shift(i, 15);
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, ASkewBeforeATile) {
    init("tiled");
    const var t("t", 1, 9), x("x", 1, 9);
    buffer mem("mem", {9, 10}, p_int32, a_output);
    computation u("u", {t, x}, p_int32);
    u.set_expression(u(t - 1, x - 1) + u(t - 1, x + 1));
    u.store_in(&mem);
    {
        const trial taken_back;
        u.tile(t, x, 4, 4);
        EXPECT_EQ("u.skew(t, x, 1, 0, 1, 1, t_skewed, x_skewed); u.tile(t_skewed, x_skewed, 4, 4) "
                  "would be legal",
                  suggestion());
    }
    u.skew(t, x, 1, 0, 1, 1, "t_skewed", "x_skewed").tile("t_skewed", "x_skewed", 4, 4);
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, AnotherOrderOfTheLoops) {
    init("reordered");
    const var i("i", 1, 5), j("j", 0, 5), k("k", 0, 5);
    buffer mem("mem", {6, 8, 6}, p_int32, a_output);
    computation c("c", {i, j, k}, p_int32);
    c.set_expression(c(i - 1, j + 3, k) + 1);
    c.store_in(&mem);
    {
        const trial taken_back;
        c.reorder({j, k, i});
        EXPECT_EQ("c.reorder({k, i, j}) would be legal", suggestion());
    }
    c.reorder({k, i, j});
    EXPECT_TRUE(is_legal());
}

/// b(i, j) reads the row of a below its own.
struct two_rows : in_function {
    explicit two_rows(const std::string &name)
        : in_function(name), tall("i", 0, 9), i("i", 0, 8), j("j", 0, 4),
          out("out", {8, 4}, p_int32, a_output), a("a", {tall, j}, tall + j),
          b("b", {i, j}, a(i + 1, j)) {
        b.store_in(&out);
    }
    var tall, i, j;
    buffer out;
    computation a, b;
};

TEST(Suggestions, AShiftForAFusion) {
    two_rows p("shifted_rows");
    p.b.after(p.a, p.i);
    EXPECT_EQ("b.shift(i, 1) would make it legal", suggestion());
    p.b.shift(p.i, 1);
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, AShiftThatWouldMakeAParallelLoopWrongIsNotOffered) {
    two_rows p("parallel_rows");
    p.b.after(p.a, p.i);
    p.a.parallelize(p.tall);
    p.b.parallelize(p.i).shift(p.i, -1);
    EXPECT_EQ("b.shift(i, 2) would make it legal", suggestion());
    p.b.shift(p.i, 2);
    EXPECT_TRUE(is_legal());
}

/// b(i, j) reads a at both ends of any number of rows: no shift is enough.
struct mirrored_rows : in_function {
    explicit mirrored_rows(const std::string &name)
        : in_function(name), rows("rows", p_int32), i("i", 0, rows), j("j", 0, 4),
          out("out", {rows, 4}, p_int32, a_output), a("a", {i, j}, i + j),
          b("b", {i, j}, a(i, j) + a(rows - 1 - i, j)) {
        b.store_in(&out);
    }
    constant rows;
    var i, j;
    buffer out;
    computation a, b;
};

TEST(Suggestions, AnOuterLevelForAFusionThatNoShiftMends) {
    mirrored_rows p("mirrored");
    {
        const trial taken_back;
        p.b.after(p.a, p.j);
        EXPECT_EQ("b.after(a, computation::root) would be legal", suggestion());
    }
    p.b.after(p.a, computation::root);
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, TheSameForAllThatShareTheLoop) {
    init("reversed_rows");
    const constant rows("rows", p_int32);
    const var i("i", 0, rows);
    buffer out("out", {rows}, p_int32, a_output);
    computation a("a", {i}, i * 2), b("b", {i}, a(i) + 1);
    b.store_in(&out);
    b.after(a, i);
    b.reverse(i);
    EXPECT_EQ("a.reverse(i) as well would make it legal", suggestion());
    a.reverse(i);
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, TheScheduleWithoutTheCommand) {
    columns p("reversed_columns");
    {
        const trial taken_back;
        p.c.reverse(p.i).parallelize(p.j);
        EXPECT_EQ("without c.reverse(i) the schedule is legal", suggestion());
    }
    p.c.parallelize(p.j);
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, HowFarTheScheduleIsLegal) {
    columns p("twice_wrong");
    {
        const trial taken_back;
        p.c.split(p.j, 4, "j0", "j1").reverse(p.i).split(p.i, 2, "i0", "i1").parallelize("i0");
        EXPECT_EQ("the schedule is legal up to c.split(j, 4, j0, j1)", suggestion());
    }
    p.c.split(p.j, 4, "j0", "j1");
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, TheScheduleWithoutAWindow) {
    init("window");
    const var i("i", 0, 8), j("j", 1, 8);
    buffer out("out", {8, 8}, p_int32, a_output);
    computation s("s", {i, j}, p_int32);
    s.set_expression(s(i, j - 1) + 1);
    s.store_in(&out);
    {
        const trial taken_back;
        s.cache_read(s, i);
        EXPECT_EQ("without s.cache_read(s, i) the schedule is legal", suggestion());
    }
    EXPECT_TRUE(is_legal());
}

TEST(Suggestions, TheSearchChangesNothing) {
    two_rows p("unchanged");
    p.a.compute_at(p.b, p.i);
    p.b.parallelize(p.i);
    p.b.cache_write(p.i);
    const function f = current();
    const std::string before = f.schedule_text() + f.schedule_outline();
    const core::analysis now = core::analyse_schedule(*f.state(), {});
    const std::size_t buffers = f.state()->buffers.size();
    core::find_legal_neighbour(*f.state(), now, core::guess_arguments(*f.state()));
    EXPECT_EQ(before, f.schedule_text() + f.schedule_outline());
    EXPECT_EQ(buffers, f.state()->buffers.size());
    EXPECT_TRUE(is_legal());
}

} // namespace
} // namespace tiramisu::testing
