// Computations that cannot be computed inline, and inlining that would change the meaning.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

/// s(i) reads p(i), which reads in(i).
struct chain {
    explicit chain(argument_t role = a_input)
        : implicit((init("chain"), 0)), in_mem("in_mem", {16}, p_int32, role),
          at_mem("at_mem", {16}, p_int32, a_input), out("out", {8}, p_int32, a_output),
          in("in", {i}, p_int32), at("at", {i}, p_int32), p("p", {i}, in(i)*2) {
        in.store_in(&in_mem);
        at.store_in(&at_mem);
    }
    computation reader(const expr &value) {
        computation s("s", {i}, value);
        s.store_in(&out);
        return s;
    }
    int implicit;
    var i = var("i", 0, 8);
    buffer in_mem, at_mem, out;
    input in, at;
    computation p;

    function f() const { return *global::get_implicit_function(); }
    void compile() { f().compile({&in_mem, &at_mem, &out}); }
    void refused(const std::vector<std::string> &parts) {
        const std::string before = f().schedule_text();
        EXPECT_TRUE(throws<user_error>([&] { p.compute_inline(); }, parts));
        EXPECT_FALSE(p.is_inline_computation());
        EXPECT_EQ(before, f().schedule_text());
    }
};

TEST(InlineErrors, AnInputIsReadWhereItLies) {
    chain t;
    EXPECT_TRUE(throws<user_error>(
        [&] { t.in.compute_inline(); },
        {"computation \"in\"", "compute_inline()", "has no expression; it is read where it lies"}));
}

TEST(InlineErrors, UpdatesAreNoExpression) {
    chain t;
    t.p(t.i) += t.in(t.i);
    computation s = t.reader(t.p(t.i));
    t.refused({"computation \"p\"", "compute_inline()", "has updates", "give compute_at instead"});
}

TEST(InlineErrors, AnUpdateThatComesLaterIsNoticed) {
    chain t;
    computation s = t.reader(t.p(t.i));
    t.p.compute_inline();
    t.p(t.i) += t.in(t.i);
    EXPECT_TRUE(throws<user_error>([&] { t.compile(); }, {"compute_inline()", "has updates"}));
}

TEST(InlineErrors, OutputsAreWritten) {
    chain t;
    buffer also("also", {8}, p_int32, a_output);
    t.p.store_in(&also);
    computation s = t.reader(t.p(t.i));
    t.refused({"is stored in buffer \"also\", an argument of the function"});
}

TEST(InlineErrors, WhatIsInlineIsNotStoredInAnOutput) {
    chain t;
    buffer also("also", {8}, p_int32, a_output), scratch("scratch", {8}, p_int32, a_temporary);
    computation s = t.reader(t.p(t.i));
    t.p.compute_inline();
    t.p.store_in(&scratch);
    const schedule before = t.f().get_schedule();
    EXPECT_TRUE(throws<user_error>([&] { t.p.store_in(&also); },
                                   {"inline_test.cpp", "computation \"p\"", "store_in(&also)",
                                    "is computed inline, and buffer \"also\" is an argument of the "
                                    "function, which has to be written; store it in a temporary, "
                                    "or leave compute_inline out"}));
    t.f().set_schedule(before.first(0));
    t.f().set_schedule(before);
    EXPECT_EQ(before, t.f().get_schedule());
}

TEST(InlineErrors, ATemporaryThatIsPassedIsAnOutput) {
    chain t;
    buffer also("also", {8}, p_int32, a_temporary);
    t.p.store_in(&also);
    computation s = t.reader(t.p(t.i));
    t.p.compute_inline();
    EXPECT_TRUE(throws<user_error>(
        [&] {
            t.f().compile({&t.in_mem, &t.at_mem, &also, &t.out});
        },
        {"compute_inline()", "is stored in buffer \"also\", an argument of the function"}));
}

TEST(InlineErrors, ABufferUnderAnotherNameIsRead) {
    chain t;
    buffer shared("shared", {8}, p_int32, a_temporary);
    t.p.store_in(&shared);
    input again("again", {t.i}, p_int32);
    again.store_in(&shared);
    computation s = t.reader(t.p(t.i) + again(t.i));
    t.p.compute_inline();
    EXPECT_TRUE(throws<user_error>([&] { t.compile(); },
                                   {"\"s\" uses buffer \"shared\" under another name, \"again\""}));
}

TEST(InlineErrors, ARecursionHasNoEnd) {
    chain t;
    computation r("r", {t.i}, p_int32);
    r.set_expression(r(t.i - 1) + t.p(t.i));
    EXPECT_TRUE(throws<user_error>([&] { r.compute_inline(); },
                                   {"computation \"r\"", "reads its own values"}));
}

TEST(InlineErrors, ARecursionThroughAnotherHasNoEnd) {
    chain t;
    computation a("a", {t.i}, p_int32), b("b", {t.i}, a(t.i) + 1);
    b.compute_inline();
    a.set_expression(b(t.i) + 1);
    EXPECT_TRUE(throws<user_error>([&] { a.compute_inline(); },
                                   {"computation \"a\"", "reads its own values"}));
}

TEST(InlineErrors, AConditionIsNoExpression) {
    chain t;
    t.p.add_predicate(t.in(t.i) > 0);
    computation s = t.reader(t.p(t.i));
    t.refused({"has a condition that is only known when it runs"});
}

TEST(InlineErrors, ReadersStayInsideTheDomain) {
    chain t;
    computation s = t.reader(t.p(t.i + 1));
    t.refused({"\"s\" also reads p(8), which is outside of the domain", "clamp()"});
}

TEST(InlineErrors, AReadThatIsOutsideForSomeSizesNamesThese) {
    chain t;
    const constant n("n", p_int32);
    computation q("q", {var("i", 0, n)}, t.in(t.i));
    computation s = t.reader(q(min(t.i, n - 1)));
    EXPECT_TRUE(throws<user_error>(
        [&] { q.compute_inline(); },
        {"computation \"q\": compute_inline(): \"s\" also reads q(-1) (with n = 0), which is "
         "outside "
         "of the domain and therefore not computed; read inside the domain, for example by "
         "clamp(), or say by add_context_constraints() which sizes there are"}));
    t.f().add_context_constraints("[n] -> { : n > 0 }");
    EXPECT_NO_THROW(q.compute_inline());
}

TEST(InlineErrors, AnIndexThatIsReadMayLieOutside) {
    chain t;
    computation s = t.reader(t.p(t.at(t.i)));
    t.refused({"\"s\" reads p(at(i))", "the index is not affine"});
}

TEST(InlineErrors, WhatBoundsAreReadFromIsStored) {
    chain t;
    const var j("j", 0, t.p(t.i));
    computation s = t.reader(expr(0));
    s(t.i) += t.at(j);
    t.refused({"the bounds of \"s_update_1\" are read from it"});
}

TEST(InlineErrors, WhatSaysWhereToWriteIsStored) {
    chain t;
    computation s = t.reader(expr(0));
    s(t.p(t.i)) += t.at(t.i);
    t.refused({"\"s_update_1\" reads it to find the element that it writes"});
}

TEST(InlineErrors, ComesBeforeOrderingCommands) {
    chain t;
    computation s = t.reader(t.p(t.i));
    s.after(t.p, t.i);
    t.refused({"is ordered before \"s\"", "no place of its own"});
}

TEST(InlineErrors, ComesBeforeStaging) {
    chain t;
    computation s = t.reader(t.p(t.i));
    s.cache_read(t.p, computation::root);
    t.refused({"part of a window of \"s\"", "give compute_inline before cache_read"});
}

TEST(InlineErrors, TakesNoMoreCommands) {
    chain t;
    computation s = t.reader(t.p(t.i));
    t.p.compute_inline();
    EXPECT_TRUE(throws<user_error>(
        [&] { t.p.parallelize(t.i); },
        {"parallelize(i)", "is computed inline, where it is read", "no loops of its own"}));
    EXPECT_TRUE(throws<user_error>([&] { s.after(t.p, t.i); },
                                   {"computation \"p\"", "has no place in the order"}));
    EXPECT_TRUE(throws<user_error>([&] { t.p.compute_at(s, t.i); },
                                   {"\"p\" is computed inline", "stage what it reads"}));
    EXPECT_TRUE(throws<user_error>([&] { s.cache_read(t.p, t.i); },
                                   {"\"p\" is computed inline", "stage what it reads"}));
    EXPECT_TRUE(throws<user_error>([&] { t.p.compute_inline(); }, {"is computed inline already"}));
    EXPECT_TRUE(throws<user_error>([&] { t.p.set_inline(false); },
                                   {"set_inline(false)", "commands are not taken back"}));
    t.p.set_inline();
    t.compile();
}

TEST(InlineErrors, WhatIsOverwrittenBeforeItIsReadIsNamed) {
    chain t(a_output);
    computation w("w", {t.i}, t.at(t.i));
    w.store_in(&t.in_mem);
    computation s = t.reader(t.p(t.i));
    t.compile(); // p is computed before w overwrites what it reads
    t.p.compute_inline();
    EXPECT_TRUE(throws<schedule_error>(
        [&] { t.compile(); }, {"anti dependence", "s(0) reads in_mem[0] before w(0) writes it"}));
}

} // namespace
} // namespace tiramisu::oracle
