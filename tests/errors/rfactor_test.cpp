// Reductions that cannot be split into partial results.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

/// s(i) += in(i, k), and a reader of it.
struct row_sums {
    row_sums()
        : implicit((init("row_sums"), 0)), in_mem("in_mem", {8, 40}, p_int32, a_input),
          at_mem("at_mem", {40}, p_int32, a_input), out("out", {8}, p_int32, a_output),
          in("in", {i, k}, p_int32), at("at", {k}, p_int32), s("s", {i}, expr(0)) {
        in.store_in(&in_mem);
        at.store_in(&at_mem);
        s.store_in(&out);
    }
    int implicit;
    var i = var("i", 0, 8), k = var("k", 0, 40), u = var("u");
    buffer in_mem, at_mem, out;
    input in, at;
    computation s;

    function f() const { return *global::get_implicit_function(); }
    /// The call throws a user_error with these texts and changes nothing.
    template <typename Call>
    void refused(Call &&call, const std::vector<std::string> &parts) const {
        const std::string before = f().algorithm_text() + f().schedule_text() + f().loops_text();
        EXPECT_TRUE(throws<user_error>(call, parts));
        EXPECT_EQ(before, f().algorithm_text() + f().schedule_text() + f().loops_text());
    }
};

TEST(RfactorErrors, OnlyAnUpdateIsSplit) {
    row_sums t;
    t.refused([&] { t.s.rfactor(t.i, t.u); },
              {"computation \"s\"", "rfactor(i, u)", "has no update", "s(i) += ..."});
}

TEST(RfactorErrors, TheValueHasToBeAReduction) {
    row_sums t;
    t.s(t.i) = t.in(t.i, t.k) - t.s(t.i);
    t.refused([&] { t.s.rfactor(t.k, t.u); },
              {"in(i, k) - s(i) is no reduction of s(i)", "that value + e, - e or * e"});
}

TEST(RfactorErrors, AnUnknownLoopIsNamed) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    t.refused([&] { t.s.rfactor("q", t.u); },
              {"(update 1)", "there is no loop \"q\"", "its loops are \"i\", \"k\""});
}

TEST(RfactorErrors, TheLoopHasToReduce) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    t.refused([&] { t.s.rfactor(t.i, t.u); },
              {"loop \"i\" does not reduce", "all updates of one element of \"s\""});
}

TEST(RfactorErrors, WhatIsAccumulatedDoesNotReadTheResult) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k) * t.s(0);
    t.refused([&] { t.s.rfactor(t.k, t.u); }, {"what it accumulates reads \"s\""});
}

TEST(RfactorErrors, NeitherDoesItsCondition) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    t.s.add_predicate(t.s(t.i) < 100);
    t.refused([&] { t.s.rfactor(t.k, t.u); }, {"what it accumulates reads \"s\""});
}

TEST(RfactorErrors, TheElementHasToBeAffine) {
    row_sums t;
    t.s(t.at(t.k)) += t.in(0, t.k);
    t.refused([&] { t.s.rfactor(t.k, t.u); }, {"updates s(at(k))", "not affine"});
}

TEST(RfactorErrors, TheNewDimensionNeedsANameOfItsOwn) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    t.s.split(t.k, 8, "ko", "ki");
    for (const char *taken : {"i", "k", "ki"}) {
        t.refused([&] { t.s.rfactor("ko", taken); },
                  {"another loop, iterator or constant \"" + std::string(taken) + "\""});
    }
    t.s.rfactor("ko", "ko"); // the loop's own name
}

TEST(RfactorErrors, ComesBeforeVectorize) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    t.s.vectorize(t.k, 8, "ko", "ki");
    t.refused([&] { t.s.rfactor("ki", t.u); }, {"loop \"ki\" is vectorized", "before vectorize"});
    t.s.rfactor("ko", t.u);
}

TEST(RfactorErrors, ComesBeforeOrderingCommands) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    t.s.after(t.s.get_update(0), t.i);
    t.refused([&] { t.s.rfactor(t.k, t.u); },
              {"is ordered after \"s\"", "give rfactor before then, after"});
}

TEST(RfactorErrors, ComesBeforeStaging) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    t.s.cache_read(t.in, t.i);
    t.refused([&] { t.s.rfactor(t.k, t.u); },
              {"is part of a window of \"s_update_1\"", "before cache_read"});
}

TEST(RfactorErrors, ComesBeforeComputeAt) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    buffer end("end", {8}, p_int32, a_output);
    computation r("r", {t.i}, t.s(t.i));
    r.store_in(&end);
    t.s.compute_at(r, t.i);
    t.refused([&] { t.s.rfactor(t.k, t.u); },
              {"is part of a window of \"r\"", "before cache_read, cache_write and compute_at"});
}

TEST(RfactorErrors, WhatItMadeIsNotDefinedAnew) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    computation partial = t.s.rfactor(t.k, t.u);
    const std::vector<std::string> told = {"was made by rfactor of \"s_update_1\"",
                                           "define that before the command"};
    t.refused([&] { partial.init().set_expression(expr(1)); }, told);
    t.refused([&] { partial.update(0).add_predicate(t.k > 3); }, told);
}

TEST(RfactorErrors, StrictReductionsKeepTheirOrder) {
    row_sums t;
    t.s(t.i) += t.in(t.i, t.k);
    t.f().set_strict_reductions(true);
    t.refused([&] { t.s.rfactor(t.k, t.u); }, {"set_strict_reductions(true) forbids"});
    t.f().set_strict_reductions(false);
    t.s.rfactor(t.k, t.u);
    EXPECT_TRUE(throws<user_error>(
        [&] { t.f().set_strict_reductions(true); },
        {"set_strict_reductions(true)", "\"s\" (update 1) is split by rfactor"}));
}

TEST(RfactorErrors, TheNumberOfPartialResultsIsKnown) {
    row_sums t;
    const var row("row", 0, t.at(t.i));
    t.s(t.i) += t.in(t.i, row);
    t.refused([&] { t.s.rfactor("row", t.u); },
              {"which values loop \"row\" has for an element is known only while the program "
               "runs"});
    t.s.split("row", 8, "ro", "ri");
    t.s.rfactor("ri", t.u); // row % 8
}

TEST(RfactorErrors, AReductionThatTakesTurnsWithOthersStaysWhole) {
    // Each step sums up what the step before has written: through the buffer only.
    init("turns");
    const var t("t", 0, 4), k("k", 0, 8);
    buffer line("line", {8}, p_int32, a_output), sums("sums", {4}, p_int32, a_output);
    input old("old", {k}, p_int32);
    old.store_in(&line);
    computation s("s", {t}, expr(0));
    s(t) += old(k);
    computation next("next", {t, k}, s(t) + k);
    s.store_in(&sums);
    next.store_in(&line, {k});
    function f = *global::get_implicit_function();
    s.get_update(1).rfactor(k, "u");
    EXPECT_TRUE(throws<user_error>(
        [&] {
            f.compile({&line, &sums});
        },
        {"computation \"s\" (update 1)", "rfactor", "\"s\" runs in turns with other computations",
         "store them in different elements"}));
}

} // namespace
} // namespace tiramisu::oracle
