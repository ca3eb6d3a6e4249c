// Schedules that would change the meaning of the program.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

/// B reads what A writes, one row further on.
struct shifted_pair {
    shifted_pair()
        : implicit((init("shifted"), 0)), i("i", 0, 8), j("j", 0, 4),
          a_mem("a_mem", {10, 4}, p_int32, a_output), b_mem("b_mem", {8, 4}, p_int32, a_output),
          A("A", {var("i", 0, 10), j}, cast(p_int32, var("i", 0, 10)) + 1),
          B("B", {i, j}, A(i + 1, j) * 2), function(*global::get_implicit_function()) {
        A.store_in(&a_mem);
        B.store_in(&b_mem);
    }
    int implicit;
    var i, j;
    buffer a_mem, b_mem;
    computation A, B;
    tiramisu::function function;

    compiled_function compile() { return function.compile({&a_mem, &b_mem}); }
};

TEST(ScheduleErrors, AFusionThatReadsTooEarlyIsRefusedWithAWitness) {
    shifted_pair p;
    p.B.after(p.A, p.i);
    EXPECT_TRUE(throws<schedule_error>([&] { p.compile(); },
                                       {"B", "after(A, i)", "flow", "a_mem", "A(", "B("}));
    try {
        p.compile();
        FAIL() << "accepted";
    } catch (const schedule_error &error) {
        const schedule_error::broken_dependence &broken = error.dependence();
        EXPECT_EQ(broken.kind, "flow");
        EXPECT_EQ(broken.buffer, "a_mem");
        EXPECT_EQ(broken.source, "A");
        EXPECT_EQ(broken.sink, "B");
        EXPECT_EQ(broken.source_instance.substr(0, 2), "A(");
        EXPECT_EQ(broken.sink_instance.substr(0, 2), "B(");
        EXPECT_NE(broken.witness.find("a_mem"), std::string::npos) << broken.witness;
        EXPECT_NE(broken.suggestion.find("shift"), std::string::npos) << broken.suggestion;
    }
}

TEST(ScheduleErrors, AShiftMakesTheFusionLegal) {
    shifted_pair p;
    p.B.shift(p.i, 1);
    p.B.after(p.A, p.i);
    EXPECT_NO_THROW(p.compile());
}

/// C(i, j) reads what P has written into a row for (i, j), and for an earlier j of the same i.
struct reused_row {
    explicit reused_row(int distance)
        : implicit((init("reused_row"), 0)), i("i", 0, 8), j("j", 1, 4), all("j", 0, 4),
          out_mem("out_mem", {8, 4}, p_int32, a_output), row("row", {4}, p_int32, a_temporary),
          P("P", {i, all}, cast(p_int32, i + all)), C("C", {i, j}, P(i, j) + P(i, j - distance)),
          function(*global::get_implicit_function()) {
        P.store_in(&row, {all});
        C.store_in(&out_mem);
        C.after(P, j);
        P.interchange(i, all);
        C.interchange(i, j);
    }
    int implicit;
    var i, j, all;
    buffer out_mem, row;
    computation P, C;
    tiramisu::function function;

    compiled_function compile() { return function.compile({&out_mem}); }
};

TEST(ScheduleErrors, AnInterchangeThatOverwritesAValueBeforeItIsReadIsRefused) {
    reused_row p(1);
    EXPECT_TRUE(
        throws<schedule_error>([&] { p.compile(); }, {"breaks an anti dependence: C(0, ",
                                                      "reads row[", "but the schedule runs P("}));
}

TEST(ScheduleErrors, AnInterchangeThatMovesLiveRangesOfATemporaryAsWholesIsLegal) {
    reused_row p(0);
    EXPECT_NO_THROW(p.compile());
}

TEST(ScheduleErrors, AParallelLoopThatCarriesADependenceIsRefused) {
    init("recurrence");
    const var i("i", 1, 16);
    buffer c_mem("c_mem", {16}, p_int32, a_output);
    computation C("C", {i}, p_int32);
    C.set_expression(C(i - 1) + 1);
    C.store_in(&c_mem);
    function f = *global::get_implicit_function();
    C.parallelize(i);
    EXPECT_TRUE(
        throws<schedule_error>([&] { f.compile({&c_mem}); },
                               {"computation \"C\"", "parallelize(i)", "c_mem", "\"i\"", "C("}));
    try {
        f.compile({&c_mem});
        FAIL() << "accepted";
    } catch (const schedule_error &error) {
        EXPECT_EQ(error.dependence().loop, "i");
    }
}

TEST(ScheduleErrors, AReversedRecurrenceIsRefused) {
    init("reversed");
    const var i("i", 1, 16);
    buffer c_mem("c_mem", {16}, p_int32, a_output);
    computation C("C", {i}, p_int32);
    C.set_expression(C(i - 1) + 1);
    C.store_in(&c_mem);
    function f = *global::get_implicit_function();
    C.loop_reversal(i, "r");
    EXPECT_TRUE(throws<schedule_error>([&] { f.compile({&c_mem}); },
                                       {"loop_reversal(i, r)", "c_mem", "C("}));
}

TEST(ScheduleErrors, ParallelUpdatesOfOneElementAreRefused) {
    init("sum");
    const var i("i", 0, 4), k("k", 0, 16);
    buffer s_mem("s_mem", {4}, p_int32, a_output);
    computation S("S", {i}, expr(0));
    S(i) += cast(p_int32, k);
    S.store_in(&s_mem);
    function f = *global::get_implicit_function();
    S.parallelize(k);
    EXPECT_TRUE(throws<schedule_error>([&] { f.compile({&s_mem}); },
                                       {"computation \"S\"", "parallelize(k)", "s_mem"}));
}

TEST(ScheduleErrors, StrictReductionsKeepTheirOrder) {
    init("strict_sum");
    const var i("i", 0, 4), k("k", 0, 16);
    buffer s_mem("s_mem", {4}, p_int32, a_output);
    computation S("S", {i}, expr(0));
    S(i) += cast(p_int32, k);
    S.store_in(&s_mem);
    function f = *global::get_implicit_function();
    S.loop_reversal(k, "r");
    EXPECT_NO_THROW(f.compile({&s_mem}));
    f.set_strict_reductions(true);
    EXPECT_TRUE(throws<schedule_error>([&] { f.compile({&s_mem}); }, {"s_mem", "S"}));
}

TEST(ScheduleErrors, AWarningLetsTheScheduleThroughAndIsKept) {
    shifted_pair p;
    p.B.after(p.A, p.i);
    p.function.set_legality(legality::warn);
    EXPECT_NO_THROW(p.compile());
    ASSERT_EQ(p.function.legality_warnings().size(), 1u);
    EXPECT_NE(p.function.legality_warnings()[0].find("a_mem"), std::string::npos);
    p.function.set_legality(legality::off);
    EXPECT_NO_THROW(p.compile());
    EXPECT_TRUE(p.function.legality_warnings().empty());
    p.function.set_legality(legality::refuse);
    EXPECT_THROW(p.compile(), schedule_error);
}

TEST(ScheduleErrors, AskingAndGoingOnLetsThroughWhatIsIllegalThenWithAWarning) {
    shifted_pair p;
    p.B.after(p.A, p.i);
    EXPECT_FALSE(p.function.check_legality_of_function());
    EXPECT_TRUE(p.function.legality_warnings().empty());
    EXPECT_NO_THROW(p.compile());
    ASSERT_EQ(p.function.legality_warnings().size(), 1u);
    EXPECT_NE(p.function.legality_warnings()[0].find("a_mem"), std::string::npos);
    EXPECT_NO_THROW(p.compile());
    EXPECT_EQ(p.function.legality_warnings().size(), 1u);
}

TEST(ScheduleErrors, WhatIsIllegalAfterAskingIsRefused) {
    shifted_pair p;
    p.B.after(p.A, p.i);
    EXPECT_FALSE(p.function.check_legality_of_function());
    p.A.parallelize(p.i);
    p.B.parallelize(p.i);
    EXPECT_TRUE(
        throws<schedule_error>([&] { p.compile(); }, {"loop \"i\" cannot be parallel", "a_mem"}));
    EXPECT_FALSE(p.function.check_legality_of_function());
    EXPECT_NO_THROW(p.compile()) << "it has been asked again";
    EXPECT_EQ(p.function.legality_warnings().size(), 2u);
}

TEST(ScheduleErrors, TheCommandThatMadeTheLoopParallelIsToBlame) {
    init("rows");
    const var y("y", 1, 64), x("x", 0, 64);
    computation q("q", {y, x}, p_int32);
    q.set_expression(q(y - 1, x) * 2);
    buffer out("out", {64, 64}, p_int32, a_output);
    q.store_in(&out);
    q.parallelize(y);
    q.vectorize(x, 8);
    EXPECT_TRUE(throws<schedule_error>(
        [&] { global::get_implicit_function()->compile({&out}); },
        {"computation \"q\": q.parallelize(y);: loop \"y\" cannot be parallel"}));
}

/// B reads what A writes in its own row and in the next one.
struct two_rows {
    two_rows()
        : implicit((init("two_rows"), 0)), i("i", 0, 8), j("j", 0, 4),
          a_mem("a_mem", {9, 4}, p_int32, a_output), b_mem("b_mem", {8, 4}, p_int32, a_output),
          A("A", {var("i", 0, 9), j}, cast(p_int32, j)), B("B", {i, j}, A(i, j) + A(i + 1, j)),
          function(*global::get_implicit_function()) {
        A.store_in(&a_mem);
        B.store_in(&b_mem);
        B.after(A, i); // A(i + 1, j) comes too late, A(i, j) does not
    }
    int implicit;
    var i, j;
    buffer a_mem, b_mem;
    computation A, B;
    tiramisu::function function;

    void compile() { function.compile({&a_mem, &b_mem}); }
};

TEST(ScheduleErrors, AfterAskingTheSameDependenceMayNotBreakElsewhere) {
    two_rows p;
    EXPECT_FALSE(p.function.check_legality_of_function());
    EXPECT_NO_THROW(p.compile());
    p.B.shift(p.i, -1); // now A(i, j) comes too late as well
    EXPECT_THROW(p.compile(), schedule_error);
}

TEST(ScheduleErrors, WhatIsMendedAfterAskingIsLegalAndWhatWasAskedAboutStaysSo) {
    two_rows p;
    EXPECT_FALSE(p.function.check_legality_of_function());
    p.B.shift(p.i, 1);
    EXPECT_NO_THROW(p.compile());
    EXPECT_TRUE(p.function.legality_warnings().empty());
    p.B.shift(p.i, -1);
    EXPECT_NO_THROW(p.compile());
    EXPECT_EQ(p.function.legality_warnings().size(), 1u);
}

TEST(ScheduleErrors, TheLastAnswerCounts) {
    two_rows p;
    EXPECT_FALSE(p.function.check_legality_of_function());
    p.B.shift(p.i, 1);
    EXPECT_TRUE(p.function.check_legality_of_function());
    p.B.shift(p.i, -1);
    EXPECT_THROW(p.compile(), schedule_error);
}

TEST(ScheduleErrors, ARefusedCompilationLeavesTheWarningsOfTheLastOne) {
    two_rows p;
    EXPECT_FALSE(p.function.check_legality_of_function());
    p.compile();
    p.B.shift(p.i, -1);
    EXPECT_THROW(p.compile(), schedule_error);
    EXPECT_EQ(p.function.legality_warnings().size(), 1u);
}

TEST(ScheduleErrors, ALegalScheduleIsSaidToBeLegal) {
    shifted_pair p;
    EXPECT_TRUE(p.function.check_legality_of_function());
    p.B.shift(p.i, 1).after(p.A, p.i);
    EXPECT_TRUE(p.function.check_legality_of_function());
}

TEST(ScheduleErrors, LoopsThatIslCannotGenerateAreSaidToBeUnsupported) {
    init("mixed");
    const var t("t", 1, 4), x("x", 1, 5);
    buffer mem("mem", {4, 5}, p_int32, a_output);
    computation S("S", {t, x}, t + x);
    S.store_in(&mem);
    S.split(t, 3, "t0", "t1").skew("t1", x, 1, 2, "p", "q");
    S.transform({"t0", "p"}, {{1, 1}, {3, 2}}).vectorize("q", 2);
    EXPECT_TRUE(throws<unsupported_error>([&] { global::get_implicit_function()->compile({&mem}); },
                                          {"computation \"S\": vectorize(q, 2)",
                                           "isl, which generates the loops, gives up",
                                           "leave this command out"}));
}

TEST(ScheduleErrors, AValueThatIsOverwrittenBeforeItIsReadIsNamed) {
    init("overwritten");
    const var i("i", 0, 8);
    buffer shared("shared", {8}, p_int32, a_output), r_mem("r_mem", {8}, p_int32, a_output);
    computation A("A", {i}, cast(p_int32, i));
    computation B("B", {i}, cast(p_int32, i) * 2);
    computation R("R", {i}, A(i) + 1);
    A.store_in(&shared);
    B.store_in(&shared);
    R.store_in(&r_mem);
    function f = *global::get_implicit_function();
    EXPECT_TRUE(throws<user_error>(
        [&] {
            f.compile({&shared, &r_mem});
        },
        {"computation \"R\"", "\"A\"", "\"B\"", "overwritten"}));
}

} // namespace
} // namespace tiramisu::oracle
