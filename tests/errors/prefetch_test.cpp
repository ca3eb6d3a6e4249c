// prefetch where there is nothing that could be asked for.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

/// s reads in, its own temporary p, and in at an index that is read from memory.
struct sums {
    sums()
        : implicit((init("sums"), 0)), i("i", 0, 32), j("j", 0, 32),
          in_mem("in_mem", {32, 32}, p_float32, a_input), at_mem("at_mem", {32}, p_int32, a_input),
          out("out", {32, 32}, p_float32, a_output), in("in", {i, j}, p_float32),
          at("at", {j}, p_int32), p("p", {i, j}, in(i, j) * 2.0f),
          s("s", {i, j}, p(i, j) + in(i, j)), t("t", {i, j}, in(i, at(j))) {
        in.store_in(&in_mem);
        at.store_in(&at_mem);
        s.store_in(&out);
        t.store_in(&out);
    }
    int implicit;
    var i, j;
    buffer in_mem, at_mem, out;
    input in, at;
    computation p, s, t;

    std::string schedule() { return global::get_implicit_function()->schedule_text(); }
};

TEST(PrefetchErrors, TheDistanceIsAhead) {
    sums f;
    EXPECT_TRUE(throws<user_error>(
        [&] { f.s.prefetch(f.in, f.i, 0); },
        {"computation \"s\": prefetch(in, i, 0): the distance is 0; it counts iterations ahead "
         "and is at least 1"}));
    EXPECT_EQ("", f.schedule());
}

TEST(PrefetchErrors, OnlyLoopsHaveLaterIterations) {
    sums f;
    EXPECT_TRUE(throws<user_error>(
        [&] { f.s.prefetch(f.in, computation::root, 1); },
        {"prefetch(in, root, 1): the whole has no later iteration to read for; name a loop"}));
}

TEST(PrefetchErrors, AskingIsInsideOfTheLoopThatReads) {
    sums f;
    for (const var &level : {f.j, f.i}) {
        EXPECT_TRUE(throws<user_error>(
            [&] { f.s.prefetch(f.in, level, 1, f.i); },
            {"computation \"s\": prefetch(in, " + level.get_name() +
             ", 1, i): the last loop is not inside of the first one, whose later iterations read; "
             "leave it out, or name one further inside"}));
    }
    EXPECT_TRUE(throws<user_error>(
        [&] { f.s.prefetch(f.in, computation::root, 1, f.j); },
        {"prefetch(in, root, 1, j): the whole has no later iteration to read for; name a loop"}));
    EXPECT_TRUE(throws<user_error>([&] { f.s.prefetch(f.in, f.i, 1, "k"); },
                                   {"prefetch(in, i, 1, k): there is no loop \"k\""}));
    EXPECT_TRUE(throws<user_error>([&] { f.s.prefetch(f.in, f.i, 0, f.j); },
                                   {"prefetch(in, i, 0, j): the distance is 0"}));
    EXPECT_EQ("", f.schedule());
}

TEST(PrefetchErrors, WhatIsNotReadIsNotAskedFor) {
    sums f;
    EXPECT_TRUE(throws<user_error>([&] { f.s.prefetch(f.at, f.i, 1); },
                                   {"prefetch(at, i, 1): \"s\" does not use \"at\""}));
}

TEST(PrefetchErrors, AnIndexThatIsReadIsNotKnownBefore) {
    sums f;
    EXPECT_TRUE(throws<user_error>([&] { f.t.prefetch(f.in, f.i, 1); },
                                   {"prefetch(in, i, 1): \"t\" uses in(i, at(j)): the index is not "
                                    "affine, and at(j) changes with \"j\"; name a loop in which "
                                    "it does not"}));
}

TEST(PrefetchErrors, LoopsInSeveralPlacesAreNotOne) {
    sums f;
    computation u("u", {f.i, f.j}, f.p(f.i, f.j) - 1.0f);
    f.p.compute_at(f.s, f.i);
    f.p.compute_at(u, f.i);
    const std::string before = f.schedule();
    EXPECT_TRUE(throws<user_error>(
        [&] { f.p.prefetch(f.in, f.j, 1); },
        {"computation \"p\": prefetch(in, j, 1): is computed inside \"s\" and \"u\", so that its "
         "loops are in several places; the caches are asked for what is read in one"}));
    EXPECT_EQ(before, f.schedule());
}

TEST(PrefetchErrors, LoopsAroundAreFixedWhereItIsComputedInside) {
    sums f;
    f.p.compute_at(f.s, f.i);
    f.p.prefetch(f.in, f.j, 1);
    const std::string before = f.schedule();
    EXPECT_TRUE(throws<user_error>(
        [&] { f.p.split(f.j, 8, "jo", "ji"); },
        {"would change loop \"j\", inside which values are staged; give the command before "
         "cache_read, cache_write or compute_at"}));
    EXPECT_EQ(before, f.schedule());
}

/// Reads an input at indices that are read from memory.
struct indirect_reads {
    indirect_reads()
        : implicit((init("indirect"), 0)), i("i", 0, 32), j("j", 0, 32),
          in_mem("in_mem", {64}, p_float32, a_input), at_mem("at_mem", {32}, p_int32, a_input),
          in("in", {var("k", 0, 64)}, p_float32), at("at", {i}, p_int32), p("p", {i}, at(i) + 1) {
        in.store_in(&in_mem);
        at.store_in(&at_mem);
    }
    int implicit;
    var i, j;
    buffer in_mem, at_mem;
    input in, at;
    computation p;
};

TEST(PrefetchErrors, AnIndexInATemporaryMayNotBeThere) {
    indirect_reads f;
    computation c("c", {f.i, f.j}, f.in(f.p(f.i) + f.j));
    EXPECT_TRUE(throws<user_error>(
        [&] { c.prefetch(f.in, f.j, 1); },
        {"\"c\" uses in(p(i) + j): the index is not affine, and p(i) is in no argument of the "
         "function"}));
}

TEST(PrefetchErrors, OneOfSeveralReadElementsIsAskedFor) {
    indirect_reads f;
    computation c("c", {f.i, f.j}, f.in(f.at(f.i) + f.j) + f.in(f.at(f.i)));
    EXPECT_TRUE(throws<user_error>(
        [&] { c.prefetch(f.in, f.j, 1); },
        {"\"c\" uses in(at(i) + j) and in(at(i)): one of them is asked for, where an index is "
         "not affine"}));
}

TEST(PrefetchErrors, LoopsInsideBeginSomewhereKnown) {
    indirect_reads f;
    const var k("k", f.at(f.i), 64);
    computation c("c", {f.i, f.j, k}, f.in(f.at(f.i) + f.j + k));
    EXPECT_TRUE(throws<user_error>([&] { c.prefetch(f.in, f.j, 1); },
                                   {"the first \"k\" of one iteration of loop \"j\" is not one "
                                    "formula; name a loop further inside"}));
}

TEST(PrefetchErrors, PartsOfALoopWithRunTimeBoundsDoNotTellItsIterations) {
    indirect_reads f;
    const var k("k", 0, f.at(f.i));
    computation c("c", {f.i, k}, f.in(f.at(f.i) + k));
    c.split(k, 4, "ko", "ki");
    EXPECT_TRUE(throws<user_error>([&] { c.prefetch(f.in, "ko", 1); },
                                   {"loop \"ko\" has the bound at(i), which is known only while "
                                    "the program runs; name a loop outside of it"}));
}

TEST(PrefetchErrors, TemporariesNeedNotBeThere) {
    sums f;
    f.s.prefetch(f.p, f.i, 1);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            global::get_implicit_function()->compile({&f.in_mem, &f.at_mem, &f.out});
        },
        {"computation \"s\": prefetch: \"p\" lies in the buffer of \"p\", which is no argument of "
         "the function; keep values of temporaries close by compute_at() or cache_read()"}));
}

} // namespace
} // namespace tiramisu::oracle
