// Staging commands that cannot be carried out, and staged schedules that would change the meaning.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::tiramisu::testing::current;

/// s reads three neighbours of p, and in at an index that is read from memory.
struct stencil {
    stencil()
        : implicit((init("stencil"), 0)), i("i", 0, 32), j("j", 0, 32), wide("j", 0, 34),
          in_mem("in_mem", {32, 34}, p_int32, a_input), at_mem("at_mem", {32}, p_int32, a_input),
          out("out", {32, 32}, p_int32, a_output), in("in", {i, wide}, p_int32),
          at("at", {j}, p_int32), p("p", {i, wide}, in(i, wide) * 2),
          s("s", {i, j}, p(i, j) + p(i, j + 1) + p(i, j + 2) + in(i, at(j))) {
        in.store_in(&in_mem);
        at.store_in(&at_mem);
        s.store_in(&out);
    }
    int implicit;
    var i, j, wide;
    buffer in_mem, at_mem, out;
    input in, at;
    computation p, s;

    compiled_function compile() {
        return global::get_implicit_function()->compile({&in_mem, &at_mem, &out});
    }
    std::string schedule() { return global::get_implicit_function()->schedule_text(); }
};

TEST(StagingErrors, ARefusedCommandThatFollowsInsideChangesNothing) {
    init("triangle");
    const var i("i", 0, 32), j("j", 0, 32), below("j", 0, i + 3);
    computation p("p", {i, below}, i + below), s("s", {i, j}, p(i, min(j, i)));
    s.split(j, 4, "j0", "j1");
    p.compute_at(s, "j0");
    const function f = *global::get_implicit_function();
    const std::vector<std::string> loops = p.get_loop_names();
    const std::string schedule = f.schedule_json();
    EXPECT_TRUE(throws<user_error>([&] { p.collapse(i, j, "x"); },
                                   {"computation \"p_at_s\"", "collapse(i, j, x)",
                                    "the bounds of loop \"j\" are not constant"}));
    EXPECT_EQ(loops, p.get_loop_names());
    EXPECT_EQ(schedule, f.schedule_json());
    EXPECT_NO_THROW(p.split(j, 2, "x", "y")) << "the name is free";
}

TEST(StagingErrors, AWindowHasAnIndexForEachDimensionOfItsBuffer) {
    stencil t;
    computation window = t.s.cache_read(t.p, t.i);
    window.store_in(&t.out, std::vector<expr>(3, expr(0)));
    EXPECT_TRUE(throws<user_error>([&] { t.compile(); },
                                   {"gives 3 indices but buffer \"out\" has 2 dimensions"}));
}

TEST(StagingErrors, WhatIsNotReadCannotBeCached) {
    stencil t;
    EXPECT_TRUE(throws<user_error>(
        [&] { t.p.cache_read(t.at, t.i); },
        {"computation \"p\"", "cache_read(at, i)", "\"p\" does not use \"at\""}));
    EXPECT_EQ("", t.schedule());
}

TEST(StagingErrors, WhatAWindowFurtherOutsideReadsIsComputedThere) {
    init("chain");
    const var i("i", 0, 8), j("j", 0, 8);
    computation s1("s1", {i, j}, i + j), s2("s2", {i, j}, s1(i, j) * 2),
        s3("s3", {i, j}, s2(i, j) + 1);
    s2.compute_at(s3, i);
    const std::string schedule = global::get_implicit_function()->schedule_text();
    const std::string found = "\"s3\" does not use \"s1\"; \"s2_at_s3\" does, which is computed "
                              "inside it in loop \"i\"";
    EXPECT_TRUE(throws<user_error>(
        [&] { s1.compute_at(s3, j); },
        {"computation \"s1\": compute_at(s3, j): " + found + ": name that loop or one around it"}));
    EXPECT_TRUE(throws<user_error>([&] { s3.cache_read(s1, j); },
                                   {"computation \"s3\": cache_read(s1, j): " + found}));
    EXPECT_EQ(schedule, global::get_implicit_function()->schedule_text());
    s1.compute_at(s3, i);
}

TEST(StagingErrors, AnIndexThatIsReadHasNoFootprint) {
    stencil t;
    EXPECT_TRUE(throws<user_error>([&] { t.s.cache_read(t.in, t.i); },
                                   {"\"s\" uses in(i, at(j))", "not affine"}));
}

TEST(StagingErrors, AFootprintHasAConstantSize) {
    init("parametric");
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", 0, n);
    buffer in_mem("in_mem", {n, n}, p_int32, a_input), out("out", {n, n}, p_int32, a_output);
    input in("in", {i, j}, p_int32);
    in.store_in(&in_mem);
    computation s("s", {i, j}, in(i, j));
    s.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { s.cache_read(in, i); },
                                   {"one iteration of loop \"i\" touches of \"in\"",
                                    "no constant size", "split the loops first"}));
    s.split(j, 8);
    s.cache_read(in, "j_outer");
}

TEST(StagingErrors, AUnknownLoopIsNamed) {
    stencil t;
    EXPECT_TRUE(throws<user_error>([&] { t.p.compute_at(t.s, "q"); },
                                   {"there is no loop \"q\"", "its loops are \"i\", \"j\""}));
}

TEST(StagingErrors, LoopsAroundAWindowStay) {
    stencil t;
    t.p.compute_at(t.s, t.i);
    EXPECT_TRUE(throws<user_error>([&] { t.s.interchange(t.i, t.j); },
                                   {"would change loop \"i\"", "before cache_read"}));
    EXPECT_EQ((std::vector<std::string>{"i", "j"}), t.s.get_loop_names());
    t.s.split(t.j, 8);
    t.s.parallelize(t.i);
    t.compile();
}

TEST(StagingErrors, AVectorHasNoWindowInside) {
    stencil t;
    t.s.vectorize(t.j, 8);
    EXPECT_TRUE(throws<user_error>([&] { t.p.compute_at(t.s, "j_vec"); },
                                   {"loop \"j_vec\" is vectorized", "outside of it"}));
}

TEST(StagingErrors, ValuesAreStagedOnce) {
    stencil t;
    t.p.compute_at(t.s, t.i);
    EXPECT_TRUE(throws<user_error>([&] { t.s.cache_read(t.p, t.i); },
                                   {"\"s\" already has the values of \"p\"", "\"p_in_s\""}));
    EXPECT_TRUE(
        throws<user_error>([&] { t.p.cache_read(t.in, t.i); }, {"\"p\" is computed inside \"s\""}));
}

TEST(StagingErrors, InputsAreNotComputed) {
    stencil t;
    EXPECT_TRUE(throws<user_error>([&] { t.in.compute_at(t.p, t.i); },
                                   {"\"in\"", "nothing to compute", "cache_read()"}));
}

TEST(StagingErrors, APartOfItselfIsNotAConsumer) {
    stencil t;
    t.p(t.i, t.wide) += 1;
    computation first = t.p.init(), second = t.p.update(0);
    EXPECT_TRUE(throws<user_error>([&] { first.compute_at(second, t.i); },
                                   {"is a part of the same computation"}));
}

TEST(StagingErrors, WhatIsReadOutsideOfTheDomainIsNotComputed) {
    init("outside");
    const var i("i", 0, 8);
    buffer mem("mem", {9}, p_int32, a_output), out("out", {8}, p_int32, a_output);
    computation p("p", {i}, cast(p_int32, i)), s("s", {i}, p(i + 1));
    p.store_in(&mem);
    s.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { p.compute_at(s, i); },
                                   {"\"s\" also reads p(8)", "outside of the domain", "clamp()"}));
}

TEST(StagingErrors, AStartFromTheBufferIsNotComputedInPart) {
    init("start");
    const var i("i", 0, 8);
    buffer mem("mem", {8}, p_int32, a_output), out("out", {8}, p_int32, a_output);
    computation p("p", {i}, p_int32);
    p.set_expression(p(i) + 1);
    computation s("s", {i}, p(i) * 2);
    p.store_in(&mem);
    s.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { p.compute_at(s, i); },
                                   {"\"p\" starts from what its buffer held before (p(i))"}));
}

/// d(n, w) = 2 d0(w) + 1, where d0 lies, and best(n) = d(n, 2) after each n.
std::string compute_at_where_it_overwrites(bool shares_loop) {
    init("in_place");
    const var n("n", 0, 4), w("w", 0, 3);
    buffer mem("mem", {3}, p_int32, a_output), out("out", {4}, p_int32, a_output);
    computation d0("d0", {w}, cast(p_int32, w));
    computation d("d", shares_loop ? std::vector<var>{n, w} : std::vector<var>{w}, p_int32);
    d.set_expression(d0(w) * 2 + 1);
    computation best("best", {n}, shares_loop ? expr(d(n, 2)) : expr(d(2)));
    d0.store_in(&mem);
    d.store_in(&mem, {w});
    best.store_in(&out);
    if (shares_loop) {
        best.after(d, n);
    }
    EXPECT_NO_THROW(current().compile({&mem, &out}));
    try {
        d.compute_at(best, n);
        current().compile({&mem, &out});
    } catch (const error &refused) {
        return refused.what();
    }
    return "accepted";
}

TEST(StagingErrors, WhatTheOriginalOverwritesIsNotReadBehindIt) {
    EXPECT_THAT(compute_at_where_it_overwrites(false),
                HasSubstr("d_at_best(0, 0) reads mem[2] before d(2) writes it"));
    EXPECT_THAT(compute_at_where_it_overwrites(true),
                HasSubstr("d_at_best(0, 0, 0) reads mem[2] before d(0, 2) writes it"));
}

/// s(i) starts a state that t(i, j) goes on with in the same element.
std::string compute_start_at(const char *loop) {
    init("state");
    const var i("i", 0, 2), j("j", 0, 4);
    buffer mem("mem", {1}, p_int32, a_temporary), out("out", {2, 4}, p_int32, a_output);
    computation s("s", {i}, i * 100), t("t", {i, j}, p_int32), o("o", {i, j}, t(i, j));
    t.set_expression(s(i) * 2 + j);
    s.store_in(&mem, {0});
    t.store_in(&mem, {0});
    o.store_in(&out);
    t.after(s, i);
    o.after(t, j);
    try {
        s.compute_at(t, var(loop));
        current().compile({&out});
    } catch (const user_error &refused) {
        return refused.what();
    }
    return "accepted";
}

TEST(StagingErrors, TheStartOfAStateIsNotComputedAnewInItsLoops) {
    for (const char *loop : {"i", "j"}) {
        EXPECT_THAT(compute_start_at(loop),
                    AllOf(HasSubstr("computation \"s\": compute_at"),
                          HasSubstr("\"t\" reads what \"t\" has left in its element since "
                                    "(t(0, 1) and s(0)), as a loop hands on a state"),
                          HasSubstr("copy it by cache_read()")));
    }
}

TEST(StagingErrors, ARecursionIsNotComputedInPart) {
    init("recursion");
    const var i("i", 1, 8);
    buffer mem("mem", {9}, p_int32, a_output), out("out", {9}, p_int32, a_output);
    computation p("p", {i}, p_int32);
    p.set_expression(p(i - 1) + 1);
    computation s("s", {i}, p(i) * 2);
    p.store_in(&mem);
    s.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { p.compute_at(s, i); },
                                   {"\"p\" reads other values of \"p\"", "p(i - 1)"}));
}

TEST(StagingErrors, WindowsKeepTheirPlace) {
    stencil t;
    computation copy = t.s.cache_read(t.p, t.i);
    EXPECT_TRUE(throws<user_error>([&] { copy.after(t.s, t.i); },
                                   {"fills or empties a window", "beside the loops that use it"}));
    EXPECT_TRUE(throws<user_error>([&] { copy.cache_read(t.p, t.i); },
                                   {"fills or empties a window itself"}));
}

TEST(StagingErrors, AConditionHidesWhatIsWritten) {
    stencil t;
    t.s.add_predicate(t.in(t.i, t.j) > 0);
    EXPECT_TRUE(throws<user_error>([&] { t.s.cache_write(t.i); },
                                   {"condition that is only known when it runs"}));
    EXPECT_TRUE(
        throws<user_error>([&] { t.p.add_predicate(t.in(t.i, t.wide) > 0).compute_at(t.s, t.i); },
                           {"cannot be computed in part"}));
}

TEST(StagingErrors, DefinitionsComeBeforeStaging) {
    const auto expect_refused = [](const std::string &who, const std::string &call,
                                   const std::function<void(stencil &)> &change) {
        stencil t;
        t.p.compute_at(t.s, t.i);
        EXPECT_TRUE(throws<user_error>(
            [&] { change(t); }, {"staging_test.cpp", who, call,
                                 "comes after a command that stages values of \"p\" for \"s\"",
                                 "define computations before commands that stage values"}));
    };
    expect_refused("\"s\"", "add_predicate(i >= 1)",
                   [](stencil &t) { t.s.add_predicate(t.i >= 1); });
    expect_refused("\"s\"", "set_expression", [](stencil &t) { t.s.set_expression(t.p(t.i, 0)); });
    expect_refused("\"p\"", "add_predicate", [](stencil &t) { t.p.add_predicate(t.i >= 1); });
    expect_refused("\"p\"", "an update", [](stencil &t) { t.p(t.i, t.wide) += expr(1); });
    stencil copied;
    copied.s.cache_read(copied.p, copied.i);
    EXPECT_NO_THROW(copied.p.add_predicate(copied.i < 100)) << "copies do not depend on it";
}

TEST(StagingErrors, WhatMayBeReadIsCopiedOnlyFromKnownPlaces) {
    init("conditional");
    const constant n("n", p_int32);
    const var i("i", 0, 8), row("row", 0, 8);
    buffer in_mem("in_mem", {64}, p_int32, a_input), on_mem("on_mem", {8}, p_int32, a_input),
        out("out", {8}, p_int32, a_output);
    input in("in", {row}, p_int32), target("on", {i}, p_int32);
    in.store_in(&in_mem, {row * n});
    target.store_in(&on_mem);
    computation s("s", {i}, select(target(i) > 0, in(i), expr(0)));
    s.store_in(&out);
    s.cache_read(in, computation::root);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            global::get_implicit_function()->compile({&in_mem, &on_mem, &out});
        },
        {"computation \"s\"", "cache_read", "reads \"in\" under a condition",
         "where that lies in buffer \"in_mem\" is not affine"}));
}

TEST(StagingErrors, ElementsThatShareMemoryCannotBeCopiedBack) {
    init("folded");
    const var i("i", 0, 8), j("j", 0, 8);
    buffer out("out", {8}, p_int32, a_output);
    computation s("s", {i, j}, i + j);
    s.store_in(&out, {j});
    s.split(i, 4);
    s.cache_write("i_outer");
    EXPECT_TRUE(
        throws<user_error>([&] { global::get_implicit_function()->compile({&out}); },
                           {"uses several values of \"s\"", "one element of buffer \"out\""}));
}

/// In s, out(i + 1) is written after out(i) has been read: a copy of a whole tile comes too early.
TEST(StagingErrors, ACopyTakenTooEarlyIsRefusedWithAWitness) {
    init("early");
    const var i("i", 1, 33);
    buffer out("out", {33}, p_int32, a_output);
    computation s("s", {i}, p_int32);
    s.set_expression(s(i - 1) + 1);
    s.store_in(&out);
    s.split(i, 8, "io", "ii");
    s.cache_read(s, "io");
    EXPECT_TRUE(throws<schedule_error>([&] { global::get_implicit_function()->compile({&out}); },
                                       {"breaks a flow dependence", "s_in_s_load", "writes out["}));
}

/// A sum over steps in one element: what a step reads by name is what the step before has written.
TEST(StagingErrors, ACopyOfASumTakenForSeveralStepsIsRefused) {
    init("steps");
    const var t("t", 1, 4), x("x", 1, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation s("s", {t, x}, p_int32);
    s.set_expression(s(t - 1, x) + t);
    s.store_in(&out, {x});
    s.split(t, 3, "to", "ti");
    s.cache_read(s, "to");
    EXPECT_TRUE(throws<schedule_error>([&] { global::get_implicit_function()->compile({&out}); },
                                       {"breaks a flow dependence", "s_in_s_load", "writes out["}));
}

} // namespace
} // namespace tiramisu::oracle
